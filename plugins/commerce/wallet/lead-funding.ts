import type { Funding, OutcomeDef } from '../../lead-intake/leads/contract.ts';
import { Wallet } from './contract.ts';

const outcome = (name: string): OutcomeDef => ({ title: `wallet.outcome.${name}`, why: `wallet.outcome.${name}.why` });

/** Leads are paid for by the agency's books: from its wallet, or owed. */
export const leadFunding: Funding = {
  outcomes: { wallet: outcome('wallet'), share: outcome('share') },
  async reserve(ctx, { companyId, product, leads: wanted }) {
    const wallet = ctx.use(Wallet);
    const wholesaleCents = await wallet.wholesaleCents(product, companyId);
    const { leads, short } = await wallet.affordable(ctx.tenant.id, companyId, wholesaleCents, wanted);
    return { leads, wholesaleCents, short };
  },
  charge: (ctx, sold) => ctx.use(Wallet).chargeLeads(ctx.tenant.id, sold),
};
