import { Accounts } from '../../foundation/accounts/contract.ts';
import type { LaunchStep } from '../../foundation/launch/contract.ts';
import { ownerOf } from './people.store.ts';

/** Somebody beside the owner runs the agency too, and shows a second factor at sign-in. */
export const secondPersonStep: LaunchStep = {
  id: 'people.launch',
  order: 80,
  for: ['agency'],
  address: '/configuration/administrator-list',
  async isDone(ctx) {
    const owner = await ownerOf(ctx, ctx.tenant.id);
    const others = (await ctx
      .db('core_public_account')
      .where({ company_id: ctx.tenant.id, status: 'active' })
      .whereNot({ id: owner ?? 0 })
      .whereNull('removed_at')
      .pluck('id')) as number[];
    return (await ctx.use(Accounts).withFactor(others)).size > 0;
  },
};
