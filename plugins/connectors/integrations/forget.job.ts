import { defineJob, T } from '../../../core/contract.ts';
import { forgetReplaced } from './connections.store.ts';
import { dropOldAuthorizations } from './oauth/authorizations.store.ts';

/** Forgets sign-ins that nobody came back from, secrets that were replaced, and rates that nobody used for a day. */
export const forgetJob = defineJob({
  id: 'integrations.forget',
  payload: T.Object({}),
  timeoutMs: 60_000,
  every: '50 3 * * *',
  async run(ctx) {
    await dropOldAuthorizations(ctx);
    await forgetReplaced(ctx);
    await ctx.db.raw('select integrations_forget_turns()');
  },
});
