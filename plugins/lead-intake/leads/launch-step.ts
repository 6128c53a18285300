import type { LaunchStep } from '../../foundation/launch/contract.ts';

const WEEK_MS = 7 * 86_400_000;

/** A lead has arrived. */
export const leadStep: LaunchStep = {
  id: 'leads.launch',
  order: 70,
  for: ['agency', 'client'],
  address: '/leads',
  isDone: async (ctx) => (await ctx.query('LeadTotal').where('leads', '>', 0).first('campaign_id')) !== undefined,
  isLongAgo: async (ctx) =>
    (await ctx
      .query('Lead')
      .where('created_at', '<', new Date(ctx.now.getTime() - WEEK_MS))
      .first('id')) !== undefined,
};
