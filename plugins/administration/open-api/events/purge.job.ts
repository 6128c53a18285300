import { defineJob, T } from '../../../../core/contract.ts';
import { removeOldDeliveries } from '../webhooks/deliveries.store.ts';
import { KEPT_DAYS, removeOld } from './feed.store.ts';

const BATCH = 5_000;

/** Events, and the tries of sending them, are removed after their days. */
export const purgeJob = defineJob({
  id: 'open-api.purge-events',
  payload: T.Object({}),
  timeoutMs: 300_000,
  every: '23 4 * * *',
  db: 'intent',
  async run(ctx) {
    while ((await ctx.transaction((tx) => removeOld(tx, BATCH))) === BATCH);
    while ((await ctx.transaction((tx) => removeOldDeliveries(tx.db, tx.now, KEPT_DAYS, BATCH))) === BATCH);
  },
});
