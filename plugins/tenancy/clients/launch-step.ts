import type { LaunchStep } from '../../foundation/launch/contract.ts';

/** The agency has a client. */
export const clientStep: LaunchStep = {
  id: 'clients.launch',
  order: 30,
  for: ['agency'],
  address: '/configuration/client-management',
  isDone: async (ctx) =>
    (await ctx
      .db('core_public_company')
      .where({ agency_id: ctx.tenant.id })
      .whereNot({ id: ctx.tenant.id })
      .whereNull('removed_at')
      .first('id')) !== undefined,
};
