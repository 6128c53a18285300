import { type Ctx, Flag, flagOf, notFound, Problem, shownMoney, type Static, T } from '../../../core/contract.ts';
import { type Campaign, Campaigns } from '../../campaign-management/campaigns/contract.ts';
import { Payments } from '../../money/payments/contract.ts';
import { isBeginning } from './buying.service.ts';
import { offerOf, sizeFor, totalCents, usualOf } from './offer.ts';
import { type Pack, packsOf } from './packs.store.ts';
import { findPlan, type Plan } from './plans.store.ts';
import { isPackTerm, type PackTerm, termOf } from './terms.ts';
import { isLow } from './reconcile.service.ts';

/** How a campaign stands with its leads: the specification's names first, then what the screen shows. */
export const Balance = T.Object({
  result: T.String(),
  leadspeek_api_id: T.Integer(),
  campaignName: T.String(),
  PaymentTerm: T.String(),
  topupoptions: T.Enum(['onetime', 'continual']),
  contiDurationSelection: T.Enum(['weekly', 'monthly']),
  /** Leads of the next pack; left out while nothing says how many. */
  leadsbuy: T.Optional(T.Integer()),
  stop_continual: Flag,
  remainingbalanceleads: T.Integer(),
  state: T.Enum(['other', 'none', 'awaiting', 'good', 'low', 'empty', 'over']),
  continual: T.Enum(['off', 'active', 'stopped', 'gave_up']),
  bought_leads: T.Integer(),
  delivered_leads: T.Integer(),
  next_leads: T.Integer(),
  /** What the next pack costs now; 0 while nothing says how many leads it has. */
  next_cents: T.Integer(),
  /** The same for texts, and the card that pays it. */
  next_amount: T.String(),
  card_text: T.String(),
});

/** A campaign that the actor may see. Throws 404. */
export async function campaignOf(ctx: Ctx, id: number): Promise<Campaign> {
  const seen = await ctx.query('Campaign').where({ id }).first('id');
  const campaign = seen ? await ctx.use(Campaigns).find(id) : null;
  if (!campaign) throw notFound();
  return campaign;
}

export async function balanceOf(ctx: Ctx, id: number): Promise<Static<typeof Balance>> {
  const campaign = await campaignOf(ctx, id);
  const [term, packs, plan] = [await termOf(ctx, campaign), await packsOf(ctx.db, id), await findPlan(ctx.db, id)];
  const { cost, ...usual } = await usualOf(ctx, campaign);
  const known = plan && plan.leadsBuy > 0 ? plan : usual;
  const next = known.leadsBuy > 0 ? known.leadsBuy : sizeFor(cost, known.duration);
  const usable = packs.filter((p) => p.paidAt !== null);
  const nextCents = isPackTerm(term) ? await costOf(ctx, campaign, term, next, await isBeginning(ctx, packs)) : 0;
  const sum = (of: (p: Pack) => number): number => usable.reduce((all, p) => all + of(p), 0);
  return {
    result: 'success',
    leadspeek_api_id: id,
    campaignName: campaign.name,
    PaymentTerm: term,
    topupoptions: known.topUp,
    contiDurationSelection: known.duration,
    ...(next > 0 ? { leadsbuy: next } : {}),
    stop_continual: flagOf(known.topUp === 'continual' && Boolean(plan?.stopped)),
    remainingbalanceleads: sum((p) => p.remaining),
    state: stateOf(campaign, isPackTerm(term), packs),
    continual: continualOf(plan, term === 'Prepaid'),
    bought_leads: sum((p) => p.leads - p.withdrawn),
    delivered_leads: sum((p) => p.leads - p.withdrawn - p.remaining),
    next_leads: next,
    next_cents: nextCents,
    next_amount: shownMoney(nextCents),
    card_text: await ctx.use(Payments).cardText(campaign.companyId),
  };
}

/** How a campaign bought last, or would buy first. */
export async function wishOf(ctx: Ctx, id: number) {
  const campaign = await campaignOf(ctx, id);
  const { cost, ...usual } = await usualOf(ctx, campaign);
  const plan = await findPlan(ctx.db, id);
  const known = plan && plan.leadsBuy > 0 ? plan : usual;
  const named = known.leadsBuy > 0 && known.leadsBuy !== sizeFor(cost, known.duration);
  return {
    leadspeek_api_id: id,
    PaymentTerm: await termOf(ctx, campaign),
    ...(named ? { leadsbuy: known.leadsBuy } : {}),
    topupoptions: known.topUp,
    contiDurationSelection: known.duration,
  };
}

function stateOf(campaign: Campaign, isOurs: boolean, packs: readonly Pack[]): Static<typeof Balance>['state'] {
  if (!isOurs) return 'other';
  if (campaign.status === 'stopped' || campaign.status === 'archived') return 'over';
  if (packs.some((p) => p.remaining > 0)) return isLow(packs) ? 'low' : 'good';
  if (packs.some((p) => p.state === 'awaiting')) return 'awaiting';
  return packs.some((p) => p.paidAt !== null) ? 'empty' : 'none';
}

function continualOf(plan: Plan | null, isPrepaid: boolean): Static<typeof Balance>['continual'] {
  if (!isPrepaid || plan?.topUp !== 'continual') return 'off';
  if (plan.stopped === 'failures') return 'gave_up';
  return plan.stopped === 'person' ? 'stopped' : 'active';
}

async function costOf(ctx: Ctx, campaign: Campaign, term: PackTerm, leads: number, first: boolean): Promise<number> {
  if (leads === 0) return 0;
  try {
    return totalCents(await offerOf(ctx, campaign, term, leads, first));
  } catch (error) {
    if (error instanceof Problem && error.status === 422) return 0; // too much or too little to be bought at once
    throw error;
  }
}
