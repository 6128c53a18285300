import { defineJob, T } from '../../../core/contract.ts';
import { KEEP_DAYS } from './contract.ts';
import { purgeRecords } from './intent.store.ts';

const DAY = 86_400_000;
const AT_ONCE = 20_000;

/** Forgets records of intent after their time, a portion at a time, so that an import need not wait long. */
export const purgeJob = defineJob({
  id: 'intent.purge',
  payload: T.Object({}),
  timeoutMs: 600_000,
  every: '17 4 * * *',
  db: 'intent',
  async run(ctx) {
    const before = new Date(ctx.now.getTime() - KEEP_DAYS * DAY);
    while (!ctx.signal.aborted && (await ctx.transaction(({ db }) => purgeRecords(db, before, AT_ONCE))) > 0);
  },
});
