import { type Ctx, subscribe } from '../../../core/contract.ts';
import { type Campaign, CampaignChanged } from '../../campaign-management/campaigns/contract.ts';
import { DEFAULT_TERM, Pricing, type Term } from '../../money/pricing/contract.ts';
import { askedTermsOf } from './asked-terms.store.ts';
import { POST_FEES } from './billing.constants.ts';
import { zoneOf } from './billing.settings.ts';
import { type CalendarTerm, periodAfter, periodOf } from './calendar/periods.ts';
import { insertLines } from './lines.store.ts';
import { lastPeriod, openPeriod } from './periods.store.ts';
import { findTerms, insertTerms, noteMoment, type StoredTerms } from './terms.store.ts';

export const isCalendar = (term: Term): term is CalendarTerm => term === 'Weekly' || term === 'Monthly';

/** Freezes a campaign's terms at its first activation, and sees to it that a period of its client is open. */
export async function onActivation(ctx: Ctx, campaign: Campaign): Promise<void> {
  const terms = (await findTerms(ctx.db, campaign.id)) ?? (await freeze(ctx, campaign));
  if (isCalendar(terms.term)) await openPeriodNow(ctx, campaign.companyId, terms.term);
}

/** Sees to it that a period of a client is open: the one of this moment, or where the zone has changed the next that it had not yet. */
export async function openPeriodNow(ctx: Ctx, companyId: number, term: CalendarTerm): Promise<void> {
  const zone = await zoneOf(ctx);
  const last = await lastPeriod(ctx.db, companyId, term);
  await openPeriod(ctx.db, companyId, last ? periodAfter(last, ctx.now, zone) : periodOf(term, ctx.now, zone));
}

async function freeze(ctx: Ctx, campaign: Campaign): Promise<Pick<StoredTerms, 'term'>> {
  const cost = await costOf(ctx, campaign);
  const terms = { ...cost, campaignId: campaign.id, companyId: campaign.companyId, product: campaign.product, activatedAt: ctx.now };
  const first = await insertTerms(ctx.db, terms);
  if (first && isCalendar(terms.term) && (terms.platformFeeCents > 0 || terms.wholesaleFeeCents > 0)) {
    const fee = {
      campaignId: campaign.id,
      kind: 'platform_fee' as const,
      text: campaign.name,
      quantity: 1,
      unitCents: terms.platformFeeCents,
      amountCents: terms.platformFeeCents,
      priceVersionId: terms.priceVersionId,
      wholesaleCents: terms.wholesaleFeeCents,
      owedCents: terms.wholesaleFeeCents,
      periodFirst: null,
      unposted: true as const,
    };
    await insertLines(ctx.db, { companyId: campaign.companyId, invoiceId: null, madeAt: ctx.now }, [fee]);
    await ctx.wake(POST_FEES);
  }
  return terms;
}

/** What a campaign that goes live now agrees to: what was said for it alone, else the prices last set for its client; and those of its agency in force. */
export async function costOf(ctx: Ctx, campaign: Pick<Campaign, 'id' | 'companyId' | 'agencyId' | 'product'>, changedTo?: Term) {
  const asked = await askedTermsOf(ctx.db, campaign.id);
  const pricing = ctx.use(Pricing);
  const cost = await pricing.clientCost(campaign.companyId, campaign.product, 'latest');
  const term = changedTo ?? cost?.paymentTerm ?? DEFAULT_TERM;
  const wholesale = await pricing.wholesale(campaign.agencyId, campaign.product, term);
  return {
    term,
    priceVersionId: cost?.versionId ?? null,
    platformFeeCents: asked.platformFeeCents ?? cost?.platformFeeCents ?? 0,
    minimumCents: asked.minimumCents ?? cost?.costMonthCents ?? 0,
    wholesaleFeeCents: wholesale.platformFeeCents,
    wholesaleMinimumCents: wholesale.minCostMonthCents,
  };
}

/** Keeps when campaigns are active, for what is charged by the day. Told in any order and more than once. */
export const onCampaignChanged = subscribe({
  id: 'billing.campaign-changed',
  event: CampaignChanged,
  run: (ctx, { campaignId, companyId, status, at }) =>
    noteMoment(ctx.db, { campaignId, companyId, at: at ? new Date(at) : ctx.now, active: status === 'active' }),
});
