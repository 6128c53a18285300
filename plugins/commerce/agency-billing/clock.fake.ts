import { expect } from 'vitest';
import type { TestApp } from '../../../core/testing/app.ts';
import type { AgencyFixtures } from '../../../core/testing/fixtures.ts';

/** Moves the clock and lets the calendar do what is due for an agency, with the payments that it begins; mails and events wait for `settle`. */
export async function tick(app: TestApp, { tenant }: Pick<AgencyFixtures, 'tenant'>, instant: Date): Promise<void> {
  app.clockOffset = instant.getTime() - Date.now();
  await app.tick('agency-billing.clock');
  const { def } = app.kernel.registry.jobs.get('payments.send')!;
  await app.inside(tenant, 'payments', (ctx) => def.run(ctx, {}), 'intent');
  // A worker of the product may have been faster, and be at it still.
  const onTheWay = () =>
    app.kernel.platform('payments_operation').where({ company_id: tenant.id }).whereIn('state', ['created', 'submitted']);
  await expect.poll(async () => (await onTheWay()).length, { timeout: 10_000, interval: 5 }).toBe(0);
}
