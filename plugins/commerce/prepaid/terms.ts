import type { Ctx } from '../../../core/contract.ts';
import { Billing } from '../billing/contract.ts';
import { type Campaign, Campaigns, type GuardFailure, type LeadAllowance } from '../../campaign-management/campaigns/contract.ts';
import { DEFAULT_TERM, Pricing, type Term } from '../../money/pricing/contract.ts';
import { lookAt } from './plans.store.ts';
import { packsOf, returnLeads, takeLeads } from './packs.store.ts';

/** The job that does what follows from what happened to a campaign's leads. */
export const RECONCILE = { id: 'prepaid.reconcile' } as const;

export type PackTerm = 'OneTime' | 'Prepaid';

/** How a campaign is paid for: as agreed when it first went live, before that as it will be agreed, by the prices last set for its client. */
export const termOf = async (ctx: Ctx, campaign: Campaign): Promise<Term> =>
  (await ctx.use(Billing).termsOf(campaign.id))?.term ??
  (await ctx.use(Pricing).clientCost(campaign.companyId, campaign.product, 'latest'))?.paymentTerm ??
  DEFAULT_TERM;

export const isPackTerm = (term: Term): term is PackTerm => term === 'OneTime' || term === 'Prepaid';

/** A campaign on one of these terms delivers what was paid for, and nothing else. */
export const allowance: LeadAllowance = {
  async take(ctx, campaign, want, centsEach) {
    if (!isPackTerm(await termOf(ctx, campaign))) return want;
    const { got, low } = await takeLeads(ctx.db, campaign.id, want, centsEach);
    if (low || got < want) {
      await lookAt(ctx.db, campaign);
      await ctx.wake(RECONCILE);
    }
    return got;
  },
  async left(ctx, campaign, most) {
    if (!isPackTerm(await termOf(ctx, campaign))) return most;
    const paid = (await packsOf(ctx.db, campaign.id)).filter(({ state }) => state === 'paid');
    return Math.min(
      most,
      paid.reduce((sum, { remaining }) => sum + remaining, 0),
    );
  },
  async release(ctx, campaign, leads, centsEach) {
    if (isPackTerm(await termOf(ctx, campaign))) await returnLeads(ctx.db, campaign.id, leads, centsEach);
  },
};

/** What a lead of the campaign is posted at now, in cents. */
export async function retailOf(ctx: Ctx, campaignId: number): Promise<number> {
  return (await ctx.use(Campaigns).rules([campaignId])).get(campaignId)!.retailCents;
}

/** Such a campaign cannot begin before its leads are paid. */
export async function unpaidGuard(ctx: Ctx, campaign: Campaign): Promise<GuardFailure[]> {
  const term = await termOf(ctx, campaign);
  if (!isPackTerm(term)) return [];
  const packs = await packsOf(ctx.db, campaign.id);
  if (packs.some((p) => p.remaining > 0)) return [];
  return [{ code: packs.some((p) => p.state === 'awaiting') ? 'prepaid.guard.awaiting' : `prepaid.guard.${term}` }];
}
