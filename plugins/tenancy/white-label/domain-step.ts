import type { LaunchStep } from '../../foundation/launch/contract.ts';

/** The agency answers under a domain of its own. */
export const domainStep: LaunchStep = {
  id: 'white-label.domain-launch',
  order: 22,
  for: ['agency'],
  address: '/configuration/general-setting?tab=addresses',
  isDone: async (ctx) =>
    (await ctx
      .db('core_public_host')
      .where({ tenant_id: ctx.tenant.id, is_custom: true })
      .whereNotNull('verified_at')
      .whereNull('leaves_at')
      .first('host')) !== undefined,
};
