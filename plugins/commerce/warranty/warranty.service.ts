import { conflict, type Ctx, dayOf, dayText, notFound } from '../../../core/contract.ts';
import { Campaigns } from '../../campaign-management/campaigns/contract.ts';
import { Billing } from '../billing/contract.ts';
import { FIGURES_TOPIC, type Lead, Leads } from '../../lead-intake/leads/contract.ts';
import { LeadPrices } from '../wallet/contract.ts';
import { LeadReturned } from './contract.ts';
import { answerCase, type Case, creditedCase, findCase, openCase } from './cases.store.ts';
import { faultsOf } from './eligibility.ts';
import { tellOfAnswer, tellOfFound } from './notices.ts';
import { type Reason, TOPIC, warrantySince } from './terms.ts';
import { forget, type CoveredLead } from './warranty-period.store.ts';

/** Checks leads of the caller's agency and credits those that should not have been sold. As the system, in one transaction. */
export async function checkEligibility(ctx: Ctx, due: readonly CoveredLead[]): Promise<void> {
  const covered = new Map(due.map((w) => [w.lead_id, w]));
  const leads = (await ctx.use(Leads).byId([...covered.keys()])).filter((lead) => isCovered(lead, ctx.now));
  const faults = await faultsOf(ctx, leads, covered);
  const suspects = leads.filter(({ id }) => faults.has(id) || covered.get(id)!.told);
  const prices = await pricesOf(
    ctx,
    suspects.map(({ id }) => id),
  );
  const days = await todayOf(
    ctx,
    suspects.filter(({ id }) => faults.has(id)).map(({ campaignId }) => campaignId),
  );
  const credited: Case[] = [];
  const touched = new Set<number>();
  for (const lead of suspects) {
    const { retailCents = 0, wholesaleCents = 0 } = prices.get(lead.id) ?? {};
    if (retailCents === 0) continue;
    const fault = faults.get(lead.id);
    const { id: leadId, campaignId, companyId, product } = lead;
    const of = { leadId, campaignId, companyId, product, retailCents, at: ctx.now };
    const told = covered.get(lead.id)!.told;
    if (fault) {
      const made = await creditedCase(ctx.db, { ...of, ...fault, feeCents: wholesaleCents, creditedOn: days(campaignId) });
      if (made) {
        credited.push(made);
        await tellReturned(ctx, lead);
      }
    } else if (told) {
      const evidence = { by: told.connector, note: told.note };
      if (await openCase(ctx.db, { ...of, cause: 'returned', reason: 'bounced', evidence })) {
        touched.add(lead.companyId);
        await tellReturned(ctx, lead);
      }
    }
  }
  // By client: each is held while it is credited, and two workers must not wait for each other crosswise.
  for (const made of credited.toSorted((a, b) => a.company_id - b.company_id)) {
    await giveBack(ctx, made);
    touched.add(made.company_id);
  }
  for (const companyId of touched) await announce(ctx, companyId);
  await forget(
    ctx.db,
    due.map((w) => w.lead_id).filter((id) => credited.some((made) => made.lead_id === id) || !leads.some((lead) => lead.id === id)),
  );
  await tellOfFound(ctx, credited);
}

/** A client gives a lead back. Throws 404 for a lead that is not its own, 409 for one that is too old, free, a test, or has a case. */
export async function giveLeadBack(ctx: Ctx, leadId: string, reason: Reason, note: string): Promise<void> {
  const [lead] = await ctx.use(Leads).byId([leadId]);
  if (!lead || lead.companyId !== ctx.tenant.id) throw notFound();
  if (!isCovered(lead, ctx.now)) throw conflict(lead.isTest ? 'warranty.problem.free' : 'warranty.problem.too-late');
  if (lead.retailCents === 0) throw conflict('warranty.problem.free');
  const made = await openCase(ctx.db, {
    leadId,
    campaignId: lead.campaignId,
    companyId: lead.companyId,
    product: lead.product,
    cause: 'returned',
    reason,
    note,
    retailCents: lead.retailCents,
    at: ctx.now,
    askedBy: ctx.actor.id,
  });
  if (!made) throw conflict('warranty.problem.known');
  await ctx.audit({
    action: 'warranty.lead-returned',
    concerns: { kind: 'campaign', id: lead.campaignId },
    target: leadId,
    description: `Lead ${leadId} given back: ${reason}`,
    detail: { reason },
  });
  await tellReturned(ctx, lead);
  await announce(ctx, lead.companyId);
}

/** The agency answers a return; approving credits what the client was billed. Throws 404 for what it does not see, 409 for what is answered. */
export async function answerReturn(ctx: Ctx, id: number, state: 'credited' | 'declined', answer: string): Promise<void> {
  const known = await findCase(ctx, id);
  if (!known) throw notFound();
  const billed = (await pricesOf(ctx, [known.lead_id])).get(known.lead_id)?.retailCents ?? 0;
  if (state === 'credited' && billed === 0) throw conflict('warranty.problem.free');
  const days = await todayOf(ctx, state === 'credited' ? [known.campaign_id] : []);
  const made = await answerCase(ctx, id, {
    state,
    answer,
    ...(billed > 0 ? { retail_cents: billed } : {}),
    ...(state === 'credited' ? { credited_on: days(known.campaign_id) } : {}),
  });
  if (!made) throw conflict('warranty.problem.answered');
  if (state === 'credited') await giveBack(ctx, made);
  else
    await ctx.audit({
      action: 'warranty.return-declined',
      companyId: made.company_id,
      concerns: { kind: 'campaign', id: made.campaign_id },
      target: made.lead_id,
      description: `Return of lead ${made.lead_id} declined: ${answer}`,
    });
  await announce(ctx, made.company_id);
  await tellOfAnswer(ctx, made);
}

/** Posts the credit of a case that was just written as credited, in the same transaction. */
async function giveBack(ctx: Ctx, made: Case): Promise<void> {
  const [cents, feeCents] = [Number(made.retail_cents), Number(made.fee_cents)];
  const [lead] = await ctx.use(Leads).byId([made.lead_id]);
  // What an accountant finds the lead by; its id stands in the key.
  const named = lead
    ? ctx.t('warranty.credit.lead', { day: dayText(dayOf(lead.createdAt, ctx.timezone), ctx.locale) })
    : ctx.t('warranty.credit.erased-lead', { id: made.lead_id });
  await ctx.use(Billing).credit({
    key: `warranty:${made.lead_id}`,
    companyId: made.company_id,
    campaignId: made.campaign_id,
    cents,
    feeCents,
    reason: ctx.t(`warranty.credit.${made.cause}`, { lead: named }),
    ...(lead && { of: { leadAt: lead.createdAt } }),
  });
  await ctx.audit({
    action: 'warranty.lead-credited',
    companyId: made.company_id,
    concerns: { kind: 'campaign', id: made.campaign_id },
    target: made.lead_id,
    description: `Lead ${made.lead_id} credited: ${made.cause}`,
    detail: { cause: made.cause, cents, feeCents, evidence: made.evidence, ...(made.answer ? { answer: made.answer } : {}) },
  });
}

const tellReturned = (ctx: Ctx, { id: leadId, companyId }: Lead): Promise<void> => ctx.emit(LeadReturned, { companyId, leadId });

/** What the books say that leads were billed at; the rows of leads are what clients are shown. */
const pricesOf = async (ctx: Ctx, leadIds: readonly string[]) =>
  leadIds.length > 0
    ? ctx.use(LeadPrices).of(ctx.tenant.agencyId, leadIds)
    : new Map<string, { retailCents: number; wholesaleCents: number }>();

/** Which day it is now where each of the campaigns is; of one that is gone, where the caller is. */
async function todayOf(ctx: Ctx, campaignIds: readonly number[]): Promise<(campaignId: number) => string> {
  const campaigns = campaignIds.length > 0 ? await ctx.use(Campaigns).byId([...new Set(campaignIds)]) : undefined;
  return (id) => dayOf(ctx.now, campaigns?.get(id)?.timezone ?? ctx.timezone);
}

/** Real leads that are young enough. */
export const isCovered = (lead: Lead, now: Date): boolean => !lead.isTest && lead.createdAt >= warrantySince(now);

async function announce(ctx: Ctx, companyId: number): Promise<void> {
  await ctx.live(TOPIC, companyId);
  await ctx.live('leads', companyId);
  await ctx.live(FIGURES_TOPIC, companyId); // what was credited is no longer spent
}
