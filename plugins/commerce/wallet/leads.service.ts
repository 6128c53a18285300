import { conflict, type Ctx, type Tenant } from '../../../core/contract.ts';
import type { SoldLead } from '../../lead-intake/leads/contract.ts';
import { Books, Ledger, type Posting } from '../../money/ledger/contract.ts';
import { CODES, leadKey, WALLET } from './books.ts';
import type { LeadCharges } from './contract.ts';
import { autoTopUp } from './top-up.jobs.ts';
import { WALLET_TOPIC } from './top-up.service.ts';
import { DATA_WALLET } from './wallet.settings.ts';

/** Posts both sides of leads. As the agency. */
export async function chargeLeads(ctx: Ctx, charges: readonly SoldLead[]): Promise<void> {
  if (charges.length === 0) return;
  const onWallet = ctx.feature(DATA_WALLET);
  const postings = charges.map((charge) => postingOf(ctx.tenant.id, charge, onWallet));
  // Sent ahead of the posting, which locks the wallet that others may be waiting for; neither needs the other's answer.
  const told = onWallet ? ctx.live(WALLET_TOPIC) : undefined;
  const [{ refused, balances }] = await Promise.all([ctx.use(Ledger).postRun(ctx.tenant.id, postings), told]);
  if (refused.length > 0) throw conflict('wallet.problem.short');
  if (balances.some(({ isLow }) => isLow)) await ctx.wake(autoTopUp);
}

/** The client owes the agency `retail`, the agency owes the root `wholesale`, or has paid it from its wallet. */
function postingOf(agencyId: number, charge: SoldLead, onWallet: boolean): Posting {
  const { leadId, companyId, retailCents: retail, wholesaleCents: wholesale } = charge;
  for (const cents of [retail, wholesale]) {
    if (!Number.isSafeInteger(cents) || cents < 0) throw new RangeError(`lead ${leadId}: ${cents} is no price in cents`);
  }
  return {
    key: leadKey(leadId),
    code: CODES.lead,
    reference: leadId,
    costCenter: charge.campaignId,
    companyId,
    entries: [
      { companyId, account: 'receivable', cents: retail },
      { companyId: agencyId, account: 'revenue', cents: -retail },
      { companyId: agencyId, account: 'cost', cents: wholesale },
      { companyId: agencyId, ...(onWallet ? { account: WALLET, orElse: 'payable' } : { account: 'payable' }), cents: -wholesale },
    ],
  };
}

/** A client's leads of a stretch of time, by campaign and by both prices. As the agency. */
export async function leadCharges(ctx: Ctx, client: Tenant, from: Date, to: Date): Promise<LeadCharges[]> {
  const of = { companyId: client.id, code: CODES.lead, accounts: ['receivable', 'cost', 'payable'], from, to };
  const tallies = await ctx.use(Books).tallies(of);
  return tallies.map(({ costCenter, cents: [retail, wholesale, payable], postings }) => ({
    campaignId: costCenter!,
    retailCents: retail!,
    wholesaleCents: wholesale!,
    owedCents: -payable!,
    leads: postings,
  }));
}

/** What the books say that leads were billed at on both sides, by lead id. As the agency. */
export async function leadPrices(ctx: Ctx, leadIds: readonly string[]) {
  const amounts = await ctx.use(Books).amounts(ctx.tenant.id, leadIds.map(leadKey), ['receivable', 'cost']);
  return new Map([...amounts].map(([leadId, { cents }]) => [leadId, { retailCents: cents[0]!, wholesaleCents: cents[1]! }] as const));
}
