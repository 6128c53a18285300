import { defineJob, T } from '../../../../core/contract.ts';
import { deliverJob } from '../deliver.jobs.ts';
import { dueBackfill, goOn, rootsWithBackfills } from './backfill.store.ts';

/** Queues leads of backfills a few at a time, so that new leads do not wait behind all of them. */
export const backfillJob = defineJob({
  id: 'integrations.backfill',
  payload: T.Object({}),
  timeoutMs: 60_000,
  every: '10 seconds',
  queue: { agencies: rootsWithBackfills },
  async run(ctx) {
    const backfill = await dueBackfill(ctx);
    const company = backfill && (await ctx.company(backfill.company_id));
    if (!backfill || !company) return;
    await ctx.as(company, (own) => goOn(own, backfill));
    await ctx.live('integrations', company.id);
    await ctx.wake(deliverJob);
  },
});
