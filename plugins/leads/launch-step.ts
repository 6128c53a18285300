import type { LaunchStep } from '../launch/contract.ts';

/** A lead has arrived. */
export const leadStep: LaunchStep = {
  id: 'leads.launch',
  order: 70,
  for: ['agency', 'client'],
  address: '/leads',
  isDone: async (ctx) => (await ctx.query('LeadTotal').where('leads', '>', 0).first('campaign_id')) !== undefined,
};
