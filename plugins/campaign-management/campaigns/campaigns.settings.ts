import { defineSetting, T } from '../../../core/contract.ts';
import { centsByProduct } from '../../money/pricing/shared.ts';

/** What a client pays its agency for a lead of a new campaign, in cents by product; one that is left out has its usual price. */
export const Prices = defineSetting({
  id: 'campaigns.prices',
  title: 'campaigns.setting.prices',
  level: 'agency',
  schema: T.Record(T.String({ maxLength: 40 }), T.Integer({ minimum: 0, maximum: 1_000_000 })),
  accepts: (ctx) => T.Partial(T.Object(centsByProduct(ctx))),
  default: {},
  read: ['update', 'CampaignPrice'],
  write: ['update', 'CampaignPrice'],
});
