import type { LaunchStep } from '../../foundation/launch/contract.ts';

/** The agency shows a logo of its own. */
export const brandStep: LaunchStep = {
  id: 'white-label.launch',
  order: 20,
  for: ['agency'],
  address: '/configuration/general-setting',
  isDone: async (ctx) => (await ctx.db('white_label_logo').where({ company_id: ctx.tenant.id }).first('hash')) !== undefined,
};
