import { type Ctx, flagOf } from '../../../core/contract.ts';
import { Stripe } from '../../money/payments/contract.ts';
import type { UserFieldsOf } from '../../foundation/accounts/contract.ts';
import type { CompanyFactsOf } from '../../foundation/companies/contract.ts';
import { Wallet } from '../wallet/contract.ts';
import { agenciesWithFailed } from './charges.store.ts';

/** Agencies with a charge that failed and is still owed. */
export const chargeFacts: CompanyFactsOf = {
  id: 'agency-billing',
  async of(ctx, companyIds) {
    const failed = await agenciesWithFailed(ctx.db, companyIds);
    return new Map(failed.map((id) => [id, { payment_status: 'failed' }]));
  },
  filters: { CardStatus: { failed: (ctx) => agenciesWithFailed(ctx.db) } },
};

/** The provider that takes the payments, as the specification's session user names it. */
export const gatewayOf = (ctx: Ctx): 'stripe' | 'sandbox' => (ctx.service(Stripe) ? 'stripe' : 'sandbox');

/** How the signed-in user's company pays, under the specification's names. */
export const billingFields: UserFieldsOf = {
  id: 'agency-billing.fields',
  named: ['manual_bill'],
  async of(ctx) {
    const outside = ctx.tenant.kind !== 'root' && (await ctx.use(Wallet).billsOutside(ctx.tenant.agencyId));
    return { paymentgateway: gatewayOf(ctx), manual_bill: flagOf(outside) };
  },
};
