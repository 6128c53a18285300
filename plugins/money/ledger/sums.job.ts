import { defineJob, T } from '../../../core/contract.ts';
import { sumBooks } from './sums.service.ts';

/** So that reading the books of busy accounts costs the same with any number of entries. */
export const ledgerSums = defineJob({
  id: 'ledger.sums',
  payload: T.Object({}),
  timeoutMs: 600_000,
  db: 'intent',
  every: '1 hour',
  run: (ctx) => sumBooks((step) => ctx.transaction(({ db }) => step(db))),
});
