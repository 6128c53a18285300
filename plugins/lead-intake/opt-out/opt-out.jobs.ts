import { defineJob, T } from '../../../core/contract.ts';

/** Counts of mails are kept for their day. */
export const forgetMails = defineJob({
  id: 'opt-out.forget-mails',
  payload: T.Object({}),
  timeoutMs: 60_000,
  every: '1 hour',
  run: async (ctx) => void (await ctx.db.raw('select opt_out_forget_mails(?)', [ctx.now])),
});
