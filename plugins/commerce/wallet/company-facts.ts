import { type Ctx, flagOf } from '../../../core/contract.ts';
import type { BetaCondition, CompanyFactsOf, NodeFacts } from '../../foundation/companies/contract.ts';
import { Payments } from '../../money/payments/contract.ts';
import { DATA_WALLET } from './wallet.settings.ts';
import { readState } from './wallet.store.ts';

/** Agencies in the caller's sight that have a card, or have none. */
async function byCard(ctx: Ctx, has: boolean): Promise<number[]> {
  const agencies = (await ctx.db('core_public_company').where({ kind: 'agency' }).pluck('id')) as number[];
  const withCard = await ctx.use(Payments).withCard(agencies);
  return agencies.filter((id) => withCard.has(id) === has);
}

/** How agencies pay, for the lists: manual bill, and whether a payment failed that nobody has settled. */
export const walletFacts: CompanyFactsOf = {
  id: 'wallet',
  async of(ctx, companyIds) {
    const rows = (await ctx.db('wallet_state').whereIn('company_id', companyIds).select('company_id', 'manual_bill', 'failures')) as {
      company_id: number;
      manual_bill: boolean;
      failures: number;
    }[];
    return new Map<number, NodeFacts>(
      rows.map((row) => [row.company_id, { manual_bill: flagOf(row.manual_bill), payment_status: row.failures > 0 ? 'failed' : 'active' }]),
    );
  },
  filters: {
    CardStatus: {
      failed: async (ctx) => (await ctx.db('wallet_state').where('failures', '>', 0).pluck('company_id')) as number[],
      set: (ctx) => byCard(ctx, true),
      none: (ctx) => byCard(ctx, false),
    },
  },
};

/** The data wallet pays for agencies that are billed by manual bill; clients have no say in it. */
export const walletCondition: BetaCondition = {
  feature: DATA_WALLET,
  obstacle: async (ctx, company) =>
    company.kind === 'client' || (await readState(ctx.db, company.id))?.manualBill ? null : 'wallet.beta.missing',
};
