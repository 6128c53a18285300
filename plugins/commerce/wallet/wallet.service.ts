import { asAgency, type Ctx } from '../../../core/contract.ts';
import type { Campaign, GuardFailure } from '../../campaign-management/campaigns/contract.ts';
import type { Product } from '../../foundation/companies/contract.ts';
import { Books, Ledger } from '../../money/ledger/contract.ts';
import { DEFAULT_TERM, Pricing } from '../../money/pricing/contract.ts';
import { WALLET } from './books.ts';
import { type Affordable, type LeadPricesApi, WalletEmptied, type WalletApi } from './contract.ts';
import { readWallet } from './data-wallet.ts';
import { chargeLeads, leadCharges, leadPrices } from './leads.service.ts';
import { setManualBill } from './operator.service.ts';
import { leadsInShare } from './shares.service.ts';
import { WALLET_TOPIC } from './top-up.service.ts';
import { DATA_WALLET } from './wallet.settings.ts';
import { billsOutside, canPay, noteShort } from './wallet.store.ts';

/** The port: every function runs in the caller's transaction. */
export const walletOf = (ctx: Ctx): WalletApi => ({
  wholesaleCents: (product, clientId) => wholesaleCents(ctx, product, clientId),
  affordable: (agencyId, clientId, centsEach, want) => asAgency(ctx, agencyId, (inner) => affordable(inner, clientId, centsEach, want)),
  chargeLeads: (agencyId, charges) => asAgency(ctx, agencyId, (inner) => chargeLeads(inner, charges)),
  balance: (agencyId) =>
    asAgency(ctx, agencyId, async (inner) => {
      const { balanceCents, manualBill } = await readWallet(inner, agencyId);
      return { cents: balanceCents, onWallet: manualBill && inner.feature(DATA_WALLET) };
    }),
  billsOutside: (agencyId) => billsOutside(ctx.db, agencyId),
  setBillsOutside: (agencyId, on) => asAgency(ctx, agencyId, (inner) => setManualBill(inner, on)),
  leadCharges: (client, from, to) => asAgency(ctx, client.agencyId, (inner) => leadCharges(inner, client, from, to)),
  leadSpend: (agencyId, from, to) =>
    asAgency(ctx, agencyId, (inner) => inner.use(Books).moved({ companyId: agencyId, account: 'cost', from, to })),
});

/** The port for those who credit leads one by one. */
export const leadPricesOf = (ctx: Ctx): LeadPricesApi => ({
  of: (agencyId, leadIds) => asAgency(ctx, agencyId, (inner) => leadPrices(inner, leadIds)),
});

/** The one place where the wallet learns what a lead costs the agency. */
async function wholesaleCents(ctx: Ctx, product: Product, clientId?: number): Promise<number> {
  const pricing = ctx.use(Pricing);
  const term = clientId === undefined ? DEFAULT_TERM : await pricing.termOf(clientId, product);
  return (await pricing.wholesale(ctx.tenant.agencyId, product, term)).costPerLeadCents;
}

async function affordable(ctx: Ctx, clientId: number, centsEach: number, want: number): Promise<Affordable> {
  if (want <= 0 || centsEach <= 0 || !ctx.feature(DATA_WALLET)) return { leads: Math.max(0, want), short: null };
  const wallet = await ctx.use(Ledger).hold(ctx.tenant.id, WALLET);
  if (!wallet?.isInUse) return { leads: want, short: null };
  const can = Math.max(0, Math.floor(wallet.cents / centsEach));
  if (can === 0) {
    if (await noteShort(ctx.db, ctx.tenant.id, centsEach)) {
      await ctx.emit(WalletEmptied, { agencyId: ctx.tenant.id });
      await ctx.live(WALLET_TOPIC);
    }
    return { leads: 0, short: 'wallet' };
  }
  const inShare = await leadsInShare(ctx, clientId, wallet.cents, centsEach, want);
  const leads = Math.min(inShare, can);
  return { leads, short: leads === want ? null : inShare < can ? 'share' : 'wallet' };
}

/** A campaign cannot begin on a wallet that cannot pay for its first lead. Also asked by clients, who do not see the wallet. */
export async function walletGuard(ctx: Ctx, campaign: Campaign): Promise<GuardFailure[]> {
  if (!ctx.feature(DATA_WALLET)) return [];
  const cents = await wholesaleCents(ctx, campaign.product, campaign.companyId);
  return (await canPay(ctx.db, campaign.agencyId, cents)) ? [] : [{ code: 'wallet.guard.empty' }];
}
