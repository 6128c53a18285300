import { conflict, type Ctx, Problem } from '../../../core/contract.ts';
import { Billing, type Invoice } from '../billing/contract.ts';
import type { Campaign } from '../../campaign-management/campaigns/contract.ts';
import { Wallet } from '../wallet/contract.ts';
import { feeCents, linesOf, offerOf, sizeFor, totalCents, usualOf } from './offer.ts';
import { changePack, findPack, insertPack, markPaid, type Pack, packsOf } from './packs.store.ts';
import { findPlan, lookAgain, type Plan, type PlanChange, savePlan } from './plans.store.ts';
import { isPackTerm, type PackTerm, RECONCILE, termOf } from './terms.ts';

/** Browsers that show leads bought beforehand reload at this topic's news. */
export const PREPAID_TOPIC = 'prepaid';
/** Begins campaigns whose leads are paid. */
export const ACTIVATE = { id: 'prepaid.activate' } as const;

/** What somebody wants to buy; what is left open is as before, or else as the client's prices say. */
export interface Wish {
  leads?: number | undefined;
  topUp?: Plan['topUp'] | undefined;
  duration?: Plan['duration'] | undefined;
  /** The company in whose name the campaign begins when the pack is paid. */
  activateAs: number | null;
  /** Of one press of the button: a repeat answers the first one's pack. */
  key: string | null;
  automatic: boolean;
}
export interface Purchase {
  pack: Pack;
  /** Null: there was nothing to pay. */
  invoice: Invoice | null;
}

/** Without a key of the caller's, two presses of the button within this time are one. */
const SAME_PRESS_MS = 60_000;
const OVER = ['stopped', 'archived', 'removed'];

/**
 * Buys a pack for a campaign that the caller holds locked: writes it, issues its bill and begins the payment. While one is waiting for
 * its money there is no second: that one is tried to be paid again. Throws 409 for campaigns that are over or paid for otherwise,
 * and without a card.
 */
export async function buy(ctx: Ctx, campaign: Campaign, wish: Wish): Promise<Purchase> {
  const asked = wish.key === null ? null : await findPack(ctx.db, { company_id: campaign.companyId, asked_key: wish.key });
  if (asked && asked.campaignId !== campaign.id) throw new Problem(422, 'core.problem.idempotency-key');
  if (asked) return { pack: asked, invoice: await billOf(ctx, asked) };
  const term = await termOf(ctx, campaign);
  if (!isPackTerm(term)) throw conflict('prepaid.problem.term');
  if (OVER.includes(campaign.status)) throw conflict('prepaid.problem.over');
  const packs = await packsOf(ctx.db, campaign.id);
  const open = packs.find((p) => p.state === 'awaiting');
  if (open) return payAgain(ctx, open, wish);
  const plan = await planFor(ctx, campaign, term, wish);
  const last = packs.at(-1);
  if (last && !wish.automatic && wish.key === null && isSamePress(ctx, last, plan.leadsBuy)) {
    return { pack: last, invoice: await billOf(ctx, last) };
  }
  return issue(ctx, campaign, term, plan, wish, packs);
}

const isSamePress = (ctx: Ctx, last: Pack, leads: number): boolean =>
  last.boughtBy === ctx.actor.id && last.leads === leads && ctx.now.getTime() - last.boughtAt.getTime() < SAME_PRESS_MS;

const billOf = (ctx: Ctx, pack: Pack): Promise<Invoice | null> =>
  pack.invoiceId === null ? Promise.resolve(null) : ctx.use(Billing).find(pack.invoiceId);

/** How the campaign buys from now on. */
async function planFor(ctx: Ctx, campaign: Campaign, term: PackTerm, wish: Wish): Promise<Plan> {
  const { cost, ...usual } = await usualOf(ctx, campaign);
  const before = await findPlan(ctx.db, campaign.id);
  const known = before && before.leadsBuy > 0 ? before : usual;
  const duration = wish.duration ?? known.duration;
  // Another stretch of time asks for another size, unless one is named.
  const kept = duration === known.duration || sizeFor(cost, duration) === 0 ? known.leadsBuy : 0;
  const change: PlanChange = {
    top_up: term === 'OneTime' ? 'onetime' : (wish.topUp ?? known.topUp),
    duration,
    leads_buy: wish.leads ?? (kept > 0 ? kept : sizeFor(cost, duration)),
  };
  // Who buys anew wants to go on, with whatever card there is now.
  if (!wish.automatic) Object.assign(change, { failures: 0, retry_at: null, ...(wish.topUp === 'continual' ? { stopped: null } : {}) });
  return savePlan(ctx.db, campaign, change);
}

/** Whether nothing was bought for a campaign that its client ever had to pay. */
export async function isBeginning(ctx: Ctx, packs: readonly Pack[]): Promise<boolean> {
  for (const pack of packs) if ((await billOf(ctx, pack))?.state !== 'void') return false;
  return true;
}

async function issue(ctx: Ctx, campaign: Campaign, term: PackTerm, plan: Plan, wish: Wish, packs: readonly Pack[]): Promise<Purchase> {
  const offer = await offerOf(ctx, campaign, term, plan.leadsBuy, await isBeginning(ctx, packs));
  const pack = await insertPack(ctx.db, {
    company_id: campaign.companyId,
    campaign_id: campaign.id,
    number: packs.length + 1,
    kind: term === 'OneTime' ? 'onetime' : plan.topUp === 'continual' ? 'continual' : 'prepaid',
    leads: offer.leads,
    unit_cents: offer.unitCents,
    unit_fee_cents: offer.unitFeeCents,
    platform_fee_cents: offer.platformFeeCents,
    price_version_id: offer.priceVersionId,
    automatic: wish.automatic,
    asked_key: wish.key,
    activate_as: wish.activateAs,
    bought_by: ctx.actor.id,
    bought_at: ctx.now,
  });
  await ctx.audit({
    action: 'prepaid.pack-bought',
    description: `${offer.leads} leads bought for ${campaign.name}`,
    companyId: campaign.companyId,
    concerns: { kind: 'campaign', id: campaign.id },
    target: pack.id,
    detail: { ...offer, kind: pack.kind, automatic: wish.automatic },
  });
  await ctx.live(PREPAID_TOPIC, campaign.companyId);
  if (totalCents(offer) === 0) {
    await makeUsable(ctx, pack);
    return { pack, invoice: null };
  }
  const bill = await ctx
    .use(Billing)
    .issue({ companyId: campaign.companyId, term, lines: linesOf(campaign, offer), feeCents: feeCents(offer) });
  await changePack(ctx.db, pack.id, { invoice_id: bill.id });
  return paid(ctx, { pack: { ...pack, invoiceId: bill.id }, invoice: bill });
}

/** Tries again to have a pack paid that is waiting for it; a payment under way goes on. */
async function payAgain(ctx: Ctx, pack: Pack, wish: Wish): Promise<Purchase> {
  await changePack(ctx.db, pack.id, {
    ...(wish.key === null ? {} : { asked_key: wish.key }),
    ...(wish.activateAs === null ? {} : { activate_as: wish.activateAs }),
    automatic: wish.automatic,
  });
  await ctx.audit({
    action: 'prepaid.payment-tried',
    description: `Payment of ${pack.leads} leads tried again`,
    companyId: pack.companyId,
    concerns: { kind: 'campaign', id: pack.campaignId },
    target: pack.id,
    detail: { automatic: wish.automatic },
  });
  return paid(ctx, { pack, invoice: await billOf(ctx, pack) });
}

/** Begins the payment where there is one to begin. What the agency settles with its client by itself can be used at once. */
async function paid(ctx: Ctx, { pack, invoice }: Purchase): Promise<Purchase> {
  if (await ctx.use(Wallet).billsOutside(pack.agencyId)) {
    await changePack(ctx.db, pack.id, { external: true });
    await makeUsable(ctx, pack);
    return { pack: { ...pack, external: true }, invoice: invoice && (await ctx.use(Billing).settleOutside(invoice.id)) };
  }
  const isOpen = invoice?.state === 'open' || invoice?.state === 'failed';
  const now = isOpen ? (await ctx.use(Billing).pay(invoice.id, invoice.operationId)).invoice : invoice;
  if (now?.state === 'paid') await makeUsable(ctx, pack);
  return { pack, invoice: now };
}

/** Makes a pack usable, once; what the campaign is to do with it follows after commit. Answers whether it was waiting. */
export async function makeUsable(ctx: Ctx, pack: Pack): Promise<boolean> {
  if (!(await markPaid(ctx.db, pack.id, ctx.now))) return false;
  await lookAgain(ctx.db, pack.campaignId);
  await ctx.wake(RECONCILE);
  await ctx.wake(ACTIVATE);
  await ctx.live(PREPAID_TOPIC, pack.companyId);
  return true;
}
