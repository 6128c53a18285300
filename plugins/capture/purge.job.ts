import { defineJob, T } from '../../core/contract.ts';
import { HELD_DAYS } from './screening/limits.ts';
import { expireHeld } from './screening/review.store.ts';
import { dropNewcomers } from './screening/newcomers.store.ts';
import { dropRefusedHosts } from './screening/refused-hosts.store.ts';

/** Days that visits are kept. */
const KEEP_DAYS = 90;
const AT_ONCE = 10_000;

/** Makes room for the coming weeks' visits, and forgets old visits and claims that have long run out. */
export const purgeJob = defineJob({
  id: 'capture.purge',
  payload: T.Object({}),
  timeoutMs: 60_000,
  every: '1 day',
  async run(ctx) {
    await ctx.db.raw('select capture_visit_partitions(?, ?)', [ctx.now, KEEP_DAYS]);
    await ctx.db.raw(
      `delete from capture_claim where (scope, person_key) in
         (select scope, person_key from capture_claim where expires_at < ?::timestamptz - interval '7 days' and expires_at < 'infinity' limit ? for update skip locked)`,
      [ctx.now, AT_ONCE],
    );
    await expireHeld(ctx.db, ctx.now, HELD_DAYS);
    await dropNewcomers(ctx.db, ctx.now);
    await dropRefusedHosts(ctx.db, ctx.now);
  },
});
