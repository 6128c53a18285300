import { defineJob, T } from '../../../core/contract.ts';
import { dropClaims } from './intake/claims.store.ts';
import { dropFailures } from './runner/failures.store.ts';

/** Forgets claims that have long run out, and failures that nobody needs any more. */
export const purgeJob = defineJob({
  id: 'leads.purge',
  payload: T.Object({}),
  timeoutMs: 60_000,
  every: '1 day',
  async run(ctx) {
    await dropClaims(ctx.db, ctx.now);
    await dropFailures(ctx.db, ctx.now);
  },
});
