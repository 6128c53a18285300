import { defineJob, T } from '../../../core/contract.ts';

/** Codes, links and counts that nobody can use or ask for any more. */
export const tidyJob = defineJob({
  id: 'accounts.tidy',
  payload: T.Object({}),
  timeoutMs: 60_000,
  every: '17 3 * * *',
  async run(ctx) {
    await ctx.db('accounts_challenge').whereRaw(`sent_at < now() - interval '2 days'`).delete();
    await ctx.db('accounts_link').whereRaw(`expires_at < now() - interval '30 days'`).delete();
    await ctx.db('accounts_factor_reset').whereRaw(`ended_at < now() - interval '30 days'`).delete();
    await ctx.db('accounts_choice').whereRaw(`expires_at < now() - interval '1 day'`).delete();
    await ctx.db('accounts_notice').whereRaw(`sent_at < now() - interval '1 day'`).delete();
    await ctx.db('accounts_device').whereRaw(`seen_at < now() - interval '180 days'`).delete();
    await ctx.db('accounts_email_change').whereRaw(`undo_until < now() - interval '30 days'`).delete();
    await ctx.db('accounts_attempt').whereRaw(`failed_at < now() - interval '1 day'`).delete();
  },
});
