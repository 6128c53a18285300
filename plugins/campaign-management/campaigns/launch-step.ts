import type { LaunchStep } from '../../foundation/launch/contract.ts';

/** There is a campaign. */
export const campaignStep: LaunchStep = {
  id: 'campaigns.launch',
  order: 40,
  for: ['agency', 'client'],
  address: '/campaign-setup',
  isDone: async (ctx) => (await ctx.query('Campaign').first('id')) !== undefined,
};
