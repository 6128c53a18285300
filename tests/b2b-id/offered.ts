/** The product as an agency offers it, in the short ways of its tests. */
import type { TestApp } from '../../core/testing/app.ts';
import type { Person } from '../../core/testing/fixtures.ts';
import { grant, rename } from '../support/switching.ts';

type Side = TestApp['fixtures']['a'];

export const FEATURE = 'b2b-id.b2b_module';
const NAME = { name: 'B2B ID', url: 'b2bid' };

/** Somebody accepts the Service Agreement for their company. */
export const accept = (app: TestApp, as: Person) =>
  app.call('POST', '/api/agreements/feature', as, {
    body: { feature_id: 'b2b_module', feature_name: 'B2B', is_marketing_services_agreement_feature: 'T', location_menu: 'B2B' },
  });

/** The agency calls it by a name. */
export const nameIt = (app: TestApp, side: Side) => rename(app, side.owner, { b2b: NAME });

/** The agency has the feature and a name for the product. */
export async function offer(app: TestApp, side: Side): Promise<void> {
  await grant(app, side.tenant, FEATURE, true);
  await nameIt(app, side);
}
