import type { Ctx } from '../../../core/contract.ts';
import { Campaigns } from '../../campaigns/contract.ts';
import { type Product } from '../../companies/contract.ts';
import { Exclusions } from '../../exclusions/contract.ts';
import { LeadsCreated, type OutcomeName, FIGURES_TOPIC } from '../contract.ts';
import { DayCounts } from '../day-counts.store.ts';
import type { CompanyByIp } from '../identity/company-by-ip.ts';
import { askedSince, type KnownPerson, recognise, resolvePeople, surestMark, visitorMark } from '../identity/graph.store.ts';
import { type PixelTimes, pixelTimes } from '../pixels.store.ts';
import { type Collected, screen } from '../screening/screen.ts';
import { payFor } from './afford.ts';
import { type Candidate, candidatesOf } from './candidate.ts';
import { deduplicate, letGo } from './deduplicate.ts';
import { addReturns, insertLeads } from './leads.store.ts';
import { LOOKUP, wakeUp } from './names.ts';
import { claimVisits, type Finished, finishVisits, moveVisits, tracesOf, type Visit } from './queue.store.ts';
import { isWanted, wasCollecting } from './rules.ts';

/** A supplier is asked about the same visitor once a day. */
const ASK_AGAIN_MS = 24 * 3_600_000;

export interface BatchTools {
  /** The employer's network, used where a person's company is unknown. */
  companyByIp: CompanyByIp;
  /** Whether an address is one of servers, where nobody browses. */
  isHosting: (ip: string) => boolean;
  /** Whether people whom the graph does not know may be asked for elsewhere. */
  supplierOn: boolean;
}

/**
 * Works up to `size` visits of the agency from beginning to end, in the caller's transaction: all of it happens or nothing.
 * Answers how many visits it took.
 */
export async function runBatch(ctx: Ctx, size: number, tools: BatchTools): Promise<number> {
  const visits = await claimVisits(ctx.db, ctx.tenant.id, 'pending', size);
  if (visits.length === 0) return 0;
  const ids = [...new Set(visits.map((v) => v.campaign_id))];
  const rules = await ctx.use(Campaigns).rules(ids);
  const pixels = new Map((await pixelTimes(ctx.db, ids)).map((p) => [p.campaign_id, p]));
  const decided: Finished[] = [];
  const end = (visit: Visit, outcome: OutcomeName): void => void decided.push({ visit, outcome, leadId: null });

  const inTime: Collected[] = [];
  for (const visit of visits) {
    const of = rules.get(visit.campaign_id);
    if (of && wasCollecting(of, pixels.get(visit.campaign_id), visit, ctx.now)) inTime.push({ visit, rules: of });
    else end(visit, 'outside_rules');
  }
  const { passed: collected, ended, held } = await screen(ctx, inTime, tools);
  for (const { visit, outcome } of ended) end(visit, outcome);
  const people = await resolvePeople(ctx.db, collected.map((c) => c.visit).map(tracesOf));
  const known = collected.flatMap((c, n) => (people.has(n) ? [{ ...c, person: people.get(n)! }] : []));
  const unknown = collected.filter((_, n) => !people.has(n)).map((c) => c.visit);
  for (const visit of await askElsewhere(ctx, unknown, tools)) end(visit, 'no_match');
  await recognise(
    ctx.db,
    known.filter((k) => k.visit.email_hash).map((k) => ({ mark: visitorMark(k.visit.visitor), key: k.person.key })),
  );

  const wanted = known.filter((k) => isWanted(k.rules, k.person) || end(k.visit, 'outside_rules'));
  const excluded = await ctx.use(Exclusions).screen(wanted.map((w) => ({ companyId: w.rules.companyId, email: w.person.email })));
  const candidates = candidatesOf(wanted.filter((w, n) => !excluded.has(n) || end(w.visit, 'excluded')));
  await deduplicate(ctx.db, candidates, ctx.now);
  await payFor(
    ctx,
    candidates.filter((c) => c.outcome === null),
  );
  await letGo(
    ctx.db,
    candidates.filter((c) => c.outcome === 'cap' || c.outcome === 'wallet' || c.outcome === 'share'),
  );
  for (const c of candidates) decided.push(...endsOf(c));

  await addReturns(
    ctx.db,
    candidates.filter((c) => c.outcome === 'repeat').map((c) => ({ leadId: c.leadId, ...seen(c.visits) })),
  );
  const sold = candidates.filter((c) => c.outcome === 'lead');
  await insertLeads(
    ctx.db,
    sold.map((c) => leadOf(c, tools.companyByIp)),
  );
  await finishVisits(ctx.db, decided);
  const counted = [...decided, ...held.map((visit): Finished => ({ visit, outcome: 'review', leadId: null }))];
  await count(
    ctx,
    counted,
    released(visits),
    pixels,
    new Map(sold.map((c) => [c.leadId, { retailCents: c.rules.retailCents, wholesaleCents: c.wholesaleCents }])),
  );
  await announce(ctx, sold, candidates);
  await announceCounts(ctx, counted, pixels);
  return visits.length;
}

/** Hands visits of unknown people over to the look-ups, where there are any; answers those that end here. */
async function askElsewhere(ctx: Ctx, visits: readonly Visit[], tools: BatchTools): Promise<Visit[]> {
  const open = tools.supplierOn ? visits.filter((v) => !v.asked) : [];
  const asked = await askedSince(
    ctx.db,
    open.map((v) => surestMark(tracesOf(v))),
    new Date(ctx.now.getTime() - ASK_AGAIN_MS),
  );
  const toAsk = new Set(open.filter((_, n) => !asked.has(n)));
  if (toAsk.size > 0) {
    await moveVisits(ctx.db, [...toAsk], { state: 'lookup' });
    await wakeUp(ctx, LOOKUP);
  }
  return visits.filter((v) => !toAsk.has(v));
}

/** How each visit of a candidate ended: of a new lead's visits the first made it and the others are returns. */
const endsOf = (c: Candidate): Finished[] =>
  c.visits.map((visit, n) => {
    const outcome = c.outcome === 'lead' && n > 0 ? 'repeat' : c.outcome!;
    return { visit, outcome, leadId: outcome === 'lead' || outcome === 'repeat' ? c.leadId : null };
  });

const seen = (visits: readonly Visit[]) => ({
  visits: visits.length,
  lastSeenAt: new Date(Math.max(...visits.map((v) => v.at.getTime()))),
  convertedAt: visits.find((v) => v.thank_you)?.at ?? null,
});

function leadOf({ rules, person: { key, ...person }, visits, leadId }: Candidate & { person: KnownPerson }, companyByIp: CompanyByIp) {
  const first = visits[0]!;
  return {
    ...person,
    company: person.company || companyByIp(first.ip),
    ...seen(visits),
    id: leadId,
    campaignId: rules.id,
    companyId: rules.companyId,
    agencyId: rules.agencyId,
    rootId: rules.rootId,
    product: rules.product,
    personKey: key,
    url: first.url,
    createdAt: first.at,
    isTest: false,
    retailCents: rules.retailCents,
  };
}

async function count(
  ctx: Ctx,
  decided: readonly Finished[],
  reviewed: ReadonlySet<Finished['visit']>,
  pixels: ReadonlyMap<number, PixelTimes>,
  sold: ReadonlyMap<string, { retailCents: number; wholesaleCents: number }>,
): Promise<void> {
  const counts = new DayCounts();
  for (const { visit, outcome, leadId } of decided) {
    const pixel = pixels.get(visit.campaign_id);
    if (!pixel) continue; // its company was erased
    const of = { campaignId: pixel.campaign_id, companyId: pixel.company_id, product: pixel.product, timezone: pixel.timezone };
    counts.add(of, outcome, visit.at.getTime(), outcome === 'lead' ? sold.get(leadId!) : undefined);
    if (reviewed.has(visit)) counts.takeBack(of, 'review', visit.at.getTime());
  }
  await counts.write(ctx.db);
}

/** Visits that were counted as held once and end otherwise now. */
const released = (visits: readonly Visit[]): Set<Finished['visit']> => new Set(visits.filter((v) => v.released));

/** Tells the other plugins about the new leads, campaign by campaign, and the open lists of whose leads changed. */
async function announce(ctx: Ctx, sold: readonly Candidate[], all: readonly Candidate[]): Promise<void> {
  const byCampaign = Map.groupBy(sold, (c) => c.rules.id);
  for (const [campaignId, leads] of byCampaign) {
    const [{ rules }] = leads as [Candidate];
    await ctx.emit(LeadsCreated, {
      campaignId,
      companyId: rules.companyId,
      product: rules.product satisfies Product,
      isTest: false,
      leadIds: leads.map((c) => c.leadId),
    });
  }
  const changed = all.filter((c) => c.outcome === 'lead' || c.outcome === 'repeat');
  for (const companyId of new Set(changed.map((c) => c.rules.companyId))) await ctx.live('leads', companyId);
}

/** Tells the open dashboards that the counts of their companies moved, whatever became of the visits. */
async function announceCounts(ctx: Ctx, decided: readonly Finished[], pixels: ReadonlyMap<number, PixelTimes>): Promise<void> {
  const companies = new Set(decided.flatMap(({ visit }) => pixels.get(visit.campaign_id)?.company_id ?? []));
  for (const companyId of companies) await ctx.live(FIGURES_TOPIC, companyId);
}
