import { defineJob, T } from '../../../core/contract.ts';
import { sumDays } from './sums.store.ts';

/** So that the figures of an agency cost the same with any number of campaigns. */
export const sumsJob = defineJob({
  id: 'leads.sums',
  payload: T.Object({}),
  timeoutMs: 600_000,
  db: 'intent',
  every: '1 hour',
  run: (ctx) => ctx.transaction(({ db }) => sumDays(db)),
});
