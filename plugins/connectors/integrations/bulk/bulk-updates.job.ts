import { defineJob, T } from '../../../../core/contract.ts';
import { deliverJob } from '../deliver.jobs.ts';
import { TOPIC } from '../topic.ts';
import { nextStep, rootsWithBulkUpdates } from './bulk-updates.store.ts';

/** Goes on with bulk updates of deliveries, a step in each transaction. */
export const bulkUpdateJob = defineJob({
  id: 'integrations.bulk-update',
  payload: T.Object({}),
  timeoutMs: 60_000,
  every: '1 minute',
  queue: { agencies: rootsWithBulkUpdates },
  async run(ctx) {
    const stepped = await nextStep(ctx);
    if (!stepped) return;
    await ctx.live(TOPIC, stepped.companyId);
    if (stepped.kind.startsWith('send')) await ctx.wake(deliverJob);
  },
});
