import { conflict, type Ctx, notFound, type Tenant } from '../../core/contract.ts';
import type { Campaign, GuardFailure, Product } from '../campaigns/contract.ts';
import { DEFAULT_TERM, Pricing } from '../pricing/contract.ts';
import { type Affordable, type LeadCharge, type LeadPricesApi, WalletEmptied, type WalletApi } from './contract.ts';
import { leadPrices } from './lead-prices.store.ts';
import { openBooks, type LeadPosting, postLeads } from './ledger.store.ts';
import { setManualBill } from './operator.service.ts';
import { dayOf, leadsInShare } from './shares.service.ts';
import { leadSpend } from './spend.store.ts';
import { autoTopUp } from './top-up.jobs.ts';
import { accountCents, leadCharges, postTransfer } from './transfers.store.ts';
import { WALLET_TOPIC } from './top-up.service.ts';
import { DATA_WALLET } from './wallet.settings.ts';
import { billsOutside, canPay, changeWallet, lockWalletInUse, readWallet } from './wallet.store.ts';

/** The port: every function runs in the caller's transaction. */
export const walletOf = (ctx: Ctx): WalletApi => ({
  wholesaleCents: (product, clientId) => wholesaleCents(ctx, product, clientId),
  affordable: (agencyId, clientId, centsEach, want) => asAgency(ctx, agencyId, (inner) => affordable(inner, clientId, centsEach, want)),
  chargeLeads: (agencyId, charges) => asAgency(ctx, agencyId, (inner) => chargeLeads(inner, charges)),
  balance: (agencyId) =>
    asAgency(ctx, agencyId, async (inner) => {
      const wallet = await readWallet(inner.db, agencyId);
      return { cents: wallet.balanceCents, onWallet: wallet.manualBill && inner.feature(DATA_WALLET) };
    }),
  billsOutside: (agencyId) => billsOutside(ctx.db, agencyId),
  post: (agencyId, transfer) => asAgency(ctx, agencyId, (inner) => postTransfer(inner.db, agencyId, transfer)),
  leadCharges: (client, from, to) => asAgency(ctx, client.agencyId, (inner) => leadCharges(inner.db, client.id, from, to)),
  setBillsOutside: (agencyId, on) => asAgency(ctx, agencyId, (inner) => setManualBill(inner, on)),
  leadSpend: (agencyId, from, to) => asAgency(ctx, agencyId, (inner) => leadSpend(inner.db, agencyId, from, to)),
  accountCents: (agencyId, companyId, account) => asAgency(ctx, agencyId, (inner) => accountCents(inner.db, companyId, account)),
});

/** The port for those who judge leads one by one. */
export const leadPricesOf = (ctx: Ctx): LeadPricesApi => ({
  of: (agencyId, leadIds) => asAgency(ctx, agencyId, (inner) => leadPrices(inner.db, agencyId, leadIds)),
});

/** The one place where the wallet learns what a lead costs the agency. */
async function wholesaleCents(ctx: Ctx, product: Product, clientId?: number): Promise<number> {
  const pricing = ctx.use(Pricing);
  const term = clientId === undefined ? DEFAULT_TERM : await pricing.termOf(clientId, product);
  return (await pricing.wholesale(ctx.tenant.agencyId, product, term)).costPerLeadCents;
}

/** The call narrowed to the agency, so that walls, feature switches and events are the agency's whoever asks. */
async function asAgency<R>(ctx: Ctx, agencyId: number, work: (ctx: Ctx) => Promise<R>): Promise<R> {
  if (ctx.tenant.id === agencyId) return work(ctx);
  const agency: Tenant | null = await ctx.company(agencyId);
  if (agency?.kind !== 'agency') throw notFound();
  return ctx.as(agency, work);
}

async function affordable(ctx: Ctx, clientId: number, centsEach: number, want: number): Promise<Affordable> {
  if (want <= 0 || centsEach <= 0 || !ctx.feature(DATA_WALLET)) return { leads: Math.max(0, want), short: null };
  const wallet = await lockWalletInUse(ctx.db, ctx.tenant.id);
  if (!wallet) return { leads: want, short: null };
  const can = Math.max(0, Math.floor(wallet.balanceCents / centsEach));
  if (can === 0 && wallet.shortOfCents === null) {
    await changeWallet(ctx.db, ctx.tenant.id, { short_of_cents: centsEach });
    await ctx.emit(WalletEmptied, { agencyId: ctx.tenant.id });
    await ctx.live(WALLET_TOPIC);
  }
  if (can === 0) return { leads: 0, short: 'wallet' };
  const inShare = await leadsInShare(ctx, clientId, wallet, centsEach, want);
  const leads = Math.min(inShare, can);
  return { leads, short: leads === want ? null : inShare < can ? 'share' : 'wallet' };
}

async function chargeLeads(ctx: Ctx, charges: readonly LeadCharge[]): Promise<void> {
  if (charges.length === 0) return;
  const agencyId = ctx.tenant.id;
  const walletAllowed = ctx.feature(DATA_WALLET);
  const day = dayOf(ctx.now);
  const batch = [...new Map(charges.map((c) => [c.leadId, postingOf(c)])).values()];
  // Sent ahead of the posting, which locks the wallet that others may be waiting for; neither needs the other's answer.
  const told = walletAllowed ? ctx.live(WALLET_TOPIC) : undefined;
  let [{ refused, wallet }] = await Promise.all([postLeads(ctx.db, agencyId, { walletAllowed, day }, batch), told]);
  if (refused.length > 0) {
    // The first charge ever of a client, or a repeat that another worker posted a moment ago: both are clear at a second look.
    const again = new Set(refused);
    await openBooks(
      ctx.db,
      agencyId,
      charges.map((c) => c.companyId),
    );
    const second = await postLeads(
      ctx.db,
      agencyId,
      { walletAllowed, day },
      batch.filter((l) => again.has(l.key)),
    );
    if (second.refused.length > 0) throw conflict('wallet.problem.short');
    wallet = second.wallet ?? wallet;
  }
  if (wallet?.low) await ctx.wake(autoTopUp);
}

function postingOf(charge: LeadCharge): LeadPosting {
  for (const cents of [charge.retailCents, charge.wholesaleCents]) {
    if (!Number.isSafeInteger(cents) || cents < 0) throw new RangeError(`lead ${charge.leadId}: ${cents} is no price in cents`);
  }
  return {
    key: `lead:${charge.leadId}`,
    companyId: charge.companyId,
    campaignId: charge.campaignId,
    retailCents: charge.retailCents,
    wholesaleCents: charge.wholesaleCents,
  };
}

/** A campaign cannot begin on a wallet that cannot pay for its first lead. Also asked by clients, who do not see the wallet. */
export async function walletGuard(ctx: Ctx, campaign: Campaign): Promise<GuardFailure[]> {
  if (!ctx.feature(DATA_WALLET)) return [];
  const cents = await wholesaleCents(ctx, campaign.product, campaign.companyId);
  return (await canPay(ctx.db, campaign.agencyId, cents)) ? [] : [{ code: 'wallet.guard.empty' }];
}
