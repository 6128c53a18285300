import { defineJob, T } from '../../../core/contract.ts';
import { keepRecognitions } from './recognition/recognition.store.ts';
import { HELD_DAYS } from './screening/limits.ts';
import { expireHeld } from './screening/review.store.ts';
import { dropNewcomers } from './screening/newcomers.store.ts';
import { dropRefusedHosts } from './screening/refused-hosts.store.ts';
import { dropWithdrawals } from './withdrawal/withdrawal.store.ts';

/** Days that visits are kept, and what they were recognised by: no longer than back-tests look back. */
const KEEP_DAYS = 90;
const KEEP_RECOGNITIONS_DAYS = 31;

/** Makes room for the coming weeks' visits, and forgets what was kept of visitors for long enough. */
export const purgeJob = defineJob({
  id: 'capture.purge',
  payload: T.Object({}),
  timeoutMs: 60_000,
  every: '1 day',
  async run(ctx) {
    await ctx.db.raw('select capture_visit_partitions(?, ?)', [ctx.now, KEEP_DAYS]);
    await keepRecognitions(ctx.db, ctx.now, KEEP_RECOGNITIONS_DAYS);
    await expireHeld(ctx.db, ctx.now, HELD_DAYS);
    await dropNewcomers(ctx.db, ctx.now);
    await dropRefusedHosts(ctx.db, ctx.now);
    await dropWithdrawals(ctx.db, ctx.now);
  },
});
