import type { LaunchStep } from '../../foundation/launch/contract.ts';
import { Payments } from '../../money/payments/contract.ts';
import { Wallet } from '../wallet/contract.ts';

/** The agency can be paid by card; not asked of one that bills its clients outside of the product. */
export const paymentsStep: LaunchStep = {
  id: 'agency-billing.launch',
  order: 24,
  for: ['agency'],
  address: '/configuration/connected-account',
  async isDone(ctx) {
    if (await ctx.use(Wallet).billsOutside(ctx.tenant.id)) return null;
    return ctx.use(Payments).takesCards(ctx.tenant.id);
  },
};
