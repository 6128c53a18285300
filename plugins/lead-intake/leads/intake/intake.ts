import type { Ctx } from '../../../../core/contract.ts';
import type { CampaignRules } from '../../../campaign-management/campaigns/contract.ts';
import { Exclusions } from '../../../campaign-management/exclusions/contract.ts';
import { type LeadSource, type Observation, FIGURES_TOPIC, LeadsConverted, LeadsCreated } from '../contract.ts';
import { type Candidate, decide, type Entry, firstOf, groupRepeats } from './candidate.ts';
import type { DayCounts } from './day-counts.ts';
import { deduplicate, releasePeople } from './deduplicate.ts';
import { fund } from './fund.ts';
import { addReturns, insertLeads, type NewLead } from './leads.store.ts';
import { isWanted } from './rules.ts';

const isOpen = ({ outcome }: { outcome: string | null }): boolean => outcome === null;
const isSold = (c: Candidate): boolean => c.outcome === 'lead';
const isRepeat = (c: Candidate): boolean => c.outcome === 'repeat';

/**
 * Makes leads of a source's observations, in the caller's transaction: all of it happens or nothing. Answers one entry for each, in their order,
 * and counts them. The order of the steps is the order of the locks; see the plugin's README.
 */
export async function takeIn(
  ctx: Ctx,
  source: LeadSource,
  batch: readonly Observation[],
  rules: ReadonlyMap<number, CampaignRules>,
  counts: DayCounts,
): Promise<(Entry | null)[]> {
  const all = batch.map((observation) => entryOf(source, observation, rules.get(observation.campaignId)));
  const entries = all.filter((entry) => entry !== null);
  await exclude(ctx, entries.filter(isOpen));
  const people = groupRepeats(entries.filter(isOpen));
  await deduplicate(ctx.db, people, ctx.now);
  await fund(ctx, people.filter(isOpen));
  decide(people);
  count(counts, entries, people);
  // None needs another's answer: while the database does the one, the next is prepared.
  const [converted] = await Promise.all([
    addReturns(
      ctx.db,
      people.filter(isRepeat).map((c) => ({ leadId: c.leadId, ...seen(c) })),
    ),
    releasePeople(
      ctx.db,
      people.filter((c) => !isSold(c) && !isRepeat(c) && c.outcome !== 'duplicate'),
    ),
    insertLeads(
      ctx.db,
      people.filter(isSold).map((c) => leadOf(source, c)),
    ),
    announce(ctx, people),
  ]);
  await announceConverted(
    ctx,
    people.filter((c) => converted.has(c.leadId) || (isSold(c) && seen(c).convertedAt !== null)),
  );
  return all;
}

/** Null for a campaign that is not there. */
function entryOf(source: LeadSource, observation: Observation, rules: CampaignRules | undefined): Entry | null {
  if (!rules) return null;
  return { observation, rules, outcome: isWanted(source, rules, observation) ? null : 'outside_rules', leadId: null };
}

async function exclude(ctx: Ctx, entries: readonly Entry[]): Promise<void> {
  const listed = await ctx.use(Exclusions).screen(
    entries.map(({ rules, observation: { person, personKey } }) => ({
      companyId: rules.companyId,
      email: person.email,
      personKey,
      phone: person.phone,
    })),
  );
  entries.forEach((entry, n) => {
    if (listed.has(n)) entry.outcome = 'excluded';
  });
}

function seen({ entries }: Candidate) {
  const times = entries.map(({ observation }) => observation.at.getTime());
  return {
    observations: entries.length,
    lastSeenAt: new Date(Math.max(...times)),
    convertedAt: entries.find(({ observation }) => observation.converted)?.observation.at ?? null,
  };
}

function leadOf(source: LeadSource, c: Candidate): NewLead {
  const { rules, leadId } = c;
  const { person, personKey, evidence, at } = firstOf(c);
  return {
    ...person,
    ...seen(c),
    id: leadId,
    campaignId: rules.id,
    companyId: rules.companyId,
    agencyId: rules.agencyId,
    rootId: rules.rootId,
    product: rules.product,
    personKey,
    source: source.id,
    evidence,
    createdAt: at,
    isTest: false,
    retailCents: c.retailCents,
  };
}

function count(counts: DayCounts, entries: readonly Entry[], people: readonly Candidate[]): void {
  const prices = new Map(people.map(({ leadId, retailCents, wholesaleCents }) => [leadId, { retailCents, wholesaleCents }]));
  for (const { observation, rules, outcome, leadId } of entries) {
    counts.add(rules, outcome!, observation.at, outcome === 'lead' ? prices.get(leadId!) : undefined);
    if (outcome === 'lead') counts.addState(rules, observation.person.state, observation.at);
  }
}

/** Tells the other plugins about the new leads, campaign by campaign, and the open lists of whose leads changed. */
async function announce(ctx: Ctx, people: readonly Candidate[]): Promise<void> {
  for (const [campaignId, leads] of Map.groupBy(people.filter(isSold), (c) => c.rules.id)) {
    const { companyId, product } = leads[0]!.rules;
    await ctx.emit(LeadsCreated, { campaignId, companyId, product, isTest: false, leadIds: leads.map((c) => c.leadId) });
  }
  const changed = people.filter((c) => isSold(c) || isRepeat(c));
  await Promise.all([...new Set(changed.map((c) => c.rules.companyId))].map((companyId) => ctx.live('leads', companyId)));
}

async function announceConverted(ctx: Ctx, people: readonly Candidate[]): Promise<void> {
  for (const [companyId, leads] of Map.groupBy(people, (c) => c.rules.companyId))
    await ctx.emit(LeadsConverted, { companyId, leadIds: leads.map((c) => c.leadId) });
}

/** Writes what was counted, last because every batch of the campaign waits for it, and tells the open dashboards. */
export async function writeCounts(ctx: Ctx, counts: DayCounts): Promise<void> {
  await counts.write(ctx.db);
  await Promise.all([...counts.companies].map((companyId) => ctx.live(FIGURES_TOPIC, companyId)));
}
