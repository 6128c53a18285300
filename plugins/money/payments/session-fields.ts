import type { Ctx } from '../../../core/contract.ts';
import type { UserFieldsOf } from '../../foundation/accounts/contract.ts';
import type { CompanyFactsOf } from '../../foundation/companies/contract.ts';
import { findAccount } from './accounts.store.ts';
import { gatewayFor } from './provider.ts';
import { customersOf, payerOf } from './payers.store.ts';

/** `customer_payment_id` of the rows of agencies and clients: what the provider knows them by. */
export const payerFacts: CompanyFactsOf = {
  id: 'payments',
  async of(ctx, companyIds) {
    const customers = await customersOf(ctx.db, companyIds, gatewayFor(ctx).id);
    return new Map([...customers].map(([id, customer]) => [id, { customer_payment_id: customer }]));
  },
};

/** The signed-in user's card, and how the agency's account at the provider stands, under the specification's names. */
export const paymentFields: UserFieldsOf = {
  id: 'payments.fields',
  async of(ctx) {
    const payer = await payerOf(ctx.db, ctx.tenant.id, gatewayFor(ctx).id);
    return { customer_card_id: payer?.card ?? '', ...(ctx.tenant.kind === 'agency' ? await accountFields(ctx) : {}) };
  },
};

async function accountFields(ctx: Ctx): Promise<Record<string, unknown>> {
  const account = await findAccount(ctx.db, ctx.tenant.id);
  const known = account?.gateway === gatewayFor(ctx).id ? account : null;
  return {
    charges_enabled: known?.charges_enabled ?? false,
    payouts_enabled: known?.payouts_enabled ?? false,
    account_requirements: known?.requirements ?? [],
  };
}
