import { type Ctx, defineJob, T } from '../../../core/contract.ts';
import type { Due } from '../../money/payments/contract.ts';
import { changeAgency, lockAgency } from './agency.store.ts';
import { whatIsCharged } from './charge-text.ts';
import { retry } from './charges.service.ts';
import { chargesIn, chargesToRetry } from './charges.store.ts';
import { billWholesale } from './manual-bill.service.ts';
import { agenciesDue } from './due.ts';
import { minimumSpend } from './minimum.service.ts';
import { nextDay } from './schedule.ts';

/** What is due for an agency by the calendar: each in a transaction of its own, and nothing twice, however often it runs. */
export const billingClock = defineJob({
  id: 'agency-billing.clock',
  payload: T.Object({}),
  every: '5 minutes',
  due: agenciesDue,
  timeoutMs: 120_000,
  db: 'intent',
  async run(ctx) {
    // Before anything is looked at, so that what changes meanwhile is looked at once more.
    await ctx.transaction(lookTomorrow);
    await ctx.transaction(minimumSpend);
    await ctx.transaction(billWholesale);
    for (const due of await ctx.transaction((tx) => chargesToRetry(tx.db, tx.tenant.id, tx.now)))
      await ctx.transaction((tx) => retry(tx, due));
  },
});

async function lookTomorrow(ctx: Ctx): Promise<void> {
  await lockAgency(ctx.db, ctx.tenant.id);
  await changeAgency(ctx.db, ctx.tenant.id, { look_at: nextDay(ctx.now) });
}

export async function dueOnNewCard(ctx: Ctx): Promise<Due[]> {
  if (ctx.tenant.kind !== 'agency') return [];
  return (await chargesIn(ctx.db, ctx.tenant.id, ['failed'])).map((failed) => ({
    what: ctx.t('agency-billing.ask.charge', { description: whatIsCharged(ctx, failed) }),
    cents: failed.cents,
  }));
}

/** A new card pays at once what the one before could not. */
export async function cardChanged(ctx: Ctx, companyId: number): Promise<void> {
  if (ctx.tenant.kind !== 'agency' || ctx.tenant.id !== companyId) return;
  for (const failed of await chargesIn(ctx.db, companyId, ['failed'])) await retry(ctx, failed);
}
