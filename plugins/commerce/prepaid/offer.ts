import { type Ctx, invalid } from '../../../core/contract.ts';
import { Billing, type InvoiceLine } from '../billing/contract.ts';
import type { Campaign } from '../../campaign-management/campaigns/contract.ts';
import { Pricing, type VersionedClientCost } from '../../money/pricing/contract.ts';
import type { Plan } from './plans.store.ts';
import { type PackTerm, retailOf } from './terms.ts';

/** What one pack costs, in cents; `platformFeeCents` is 0 but for a campaign's first. */
export interface Offer {
  leads: number;
  unitCents: number;
  unitFeeCents: number;
  platformFeeCents: number;
  /** The agency's own part of the platform fee. */
  platformFeePartCents: number;
  priceVersionId: number | null;
}
export const totalCents = (offer: Offer): number => offer.leads * offer.unitCents + offer.platformFeeCents;
/** What the agency owes the root for it. */
export const feeCents = (offer: Offer): number => offer.leads * offer.unitFeeCents + offer.platformFeePartCents;

/** How a campaign buys while nobody has said so for itself: as its client's prices say. */
export interface Usual {
  topUp: Plan['topUp'];
  duration: Plan['duration'];
  leadsBuy: number;
}
export async function usualOf(ctx: Ctx, campaign: Campaign): Promise<Usual & { cost: VersionedClientCost | null }> {
  const cost = await ctx.use(Pricing).clientCost(campaign.companyId, campaign.product, 'latest');
  return {
    cost,
    topUp: cost?.topupoptions ?? 'onetime',
    duration: cost?.contiDurationSelection ?? 'weekly',
    leadsBuy: cost?.leadsbuy ?? 0,
  };
}

const DAYS = { weekly: 7, monthly: 30 } as const;
/** Leads of a pack that is to last a week or a month, by the client's daily limit; 0 without one. */
export const sizeFor = (cost: VersionedClientCost | null, duration: Plan['duration']): number =>
  cost?.limitLeadFreq === 'day' ? Math.min(cost.limitLead * DAYS[duration], MOST_LEADS) : 0;

export const MOST_LEADS = 1_000_000;
/** A slip of the finger should not be a house; and what is less than this no card can be charged with. */
const MOST_CENTS = 100_000_000;
const LEAST_CENTS = 50;

/** The price of so many leads of a campaign, now. `first`: nothing was bought for it yet. Throws 422 for what cannot be bought. */
export async function offerOf(ctx: Ctx, campaign: Campaign, term: PackTerm, leads: number, first: boolean): Promise<Offer> {
  if (leads < 1) throw invalid('leadsbuy', 'prepaid.problem.leads');
  const agreed = await ctx.use(Billing).termsOf(campaign.id);
  const { cost } = await usualOf(ctx, campaign);
  const wholesale = await ctx.use(Pricing).wholesale(campaign.agencyId, campaign.product, term);
  const ahead = await ctx.use(Billing).termsAhead(campaign);
  const isBeginning = first && !agreed;
  const offer: Offer = {
    leads,
    unitCents: await retailOf(ctx, campaign.id),
    unitFeeCents: wholesale.costPerLeadCents,
    platformFeeCents: isBeginning ? ahead.platformFeeCents : 0,
    platformFeePartCents: isBeginning ? wholesale.platformFeeCents : 0,
    priceVersionId: cost?.versionId ?? null,
  };
  const total = totalCents(offer);
  if (total > MOST_CENTS) throw invalid('leadsbuy', 'prepaid.problem.most');
  if (total > 0 && total < LEAST_CENTS) throw invalid('leadsbuy', 'prepaid.problem.least');
  return offer;
}

/** The lines of its bill. */
export function linesOf(campaign: Campaign, offer: Offer): InvoiceLine[] {
  const line = (kind: InvoiceLine['kind'], quantity: number, unitCents: number): InvoiceLine => ({
    campaignId: campaign.id,
    kind,
    text: campaign.name,
    quantity,
    unitCents,
    amountCents: quantity * unitCents,
    priceVersionId: offer.priceVersionId,
  });
  return [
    line('pack', offer.leads, offer.unitCents),
    ...(offer.platformFeeCents > 0 || offer.platformFeePartCents > 0 ? [line('platform_fee', 1, offer.platformFeeCents)] : []),
  ];
}
