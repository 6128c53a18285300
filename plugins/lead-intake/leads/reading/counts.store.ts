import type { Knex } from 'knex';
import type { Ctx } from '../../../../core/contract.ts';
import type { AgencyCount, AgencyDay, CampaignDay, ClientCount, ClientDay, DayCount, OutcomeCount, ProductDay } from '../contract.ts';
import { countedOutcomes, outcomesOf } from '../outcomes.ts';
import { countedDays, countedStates, type Days, type Since } from './counted.ts';
import { filtered, type LeadFilter } from './narrowing.ts';

/** Sums over the counters, as columns of a query. */
const sumsIn = (ctx: Ctx): Knex.Raw[] => [
  ctx.db.raw('coalesce(sum(observations) filter (where outcome = any(?::text[])), 0)::int as observations', [
    countedOutcomes(ctx) as unknown as Knex.RawBinding,
  ]),
  ctx.db.raw("coalesce(sum(observations) filter (where outcome = 'lead'), 0)::int as leads"),
  ctx.db.raw('sum(retail_cents)::text as retail, sum(wholesale_cents)::text as wholesale'),
];
interface Sums {
  observations: number;
  leads: number;
  retail: string;
  wholesale: string;
}
const countOf = <R extends Pick<Sums, 'retail' | 'wholesale'>>({ retail, wholesale, ...of }: R) => ({
  ...of,
  retailCents: Number(retail),
  wholesaleCents: Number(wholesale),
});

/** What was counted, added up by day. */
export async function dayCounts(ctx: Ctx, wanted: LeadFilter & Days): Promise<DayCount[]> {
  const rows = (await countedDays(ctx, wanted)
    .groupBy('day')
    .orderBy('day')
    .select('day', ...sumsIn(ctx))) as (Sums & { day: string })[];
  return rows.map(countOf);
}

/** Counters of leads: all that was sold. Part of the text, as it is of an index. */
const leadsCounted = (ctx: Ctx, { first, last, ...filter }: LeadFilter & Days): Knex.QueryBuilder =>
  filtered(ctx.query('LeadDay'), filter).whereRaw(`outcome = 'lead'`).whereBetween('day', [first, last]);
/** What was taken back altogether is not sold. */
const sold = (ctx: Ctx, wanted: LeadFilter & Days): Knex.QueryBuilder =>
  leadsCounted(ctx, wanted).whereRaw('(observations > 0 or retail_cents > 0)');

/** What was sold, by day and campaign. */
export async function campaignDayCounts(ctx: Ctx, wanted: LeadFilter & Days, most: number): Promise<CampaignDay[]> {
  const rows = (await sold(ctx, wanted)
    .orderBy(['day', 'campaign_id'])
    .limit(most)
    .select(
      'day',
      'campaign_id as campaignId',
      'company_id as companyId',
      'product',
      'observations as leads',
      'retail_cents as retail',
      'wholesale_cents as wholesale',
    )) as (Omit<Sums, 'observations'> & Pick<CampaignDay, 'day' | 'campaignId' | 'companyId' | 'product'>)[];
  return rows.map(countOf);
}

/** Of how many lines that is, by day, the newest first: each campaign that `asOne` does not find, and all others together. */
export async function soldLines(
  ctx: Ctx,
  wanted: LeadFilter & Days,
  asOne: Knex.QueryBuilder,
  most: number,
): Promise<{ days: { day: string; lines: number }[]; isLeast: boolean }> {
  const rows = sold(ctx, wanted)
    .orderBy('day', 'desc')
    .limit(most)
    .select('day', ctx.db.raw('campaign_id in ? as as_one', [asOne]))
    .as('sold');
  const days = (await ctx.db
    .from(rows)
    .groupBy('day')
    .orderBy('day', 'desc')
    .select('day', ctx.db.raw('(count(*) filter (where not as_one) + max(as_one::int))::int as lines, count(*)::int as counted'))) as {
    day: string;
    lines: number;
    counted: number;
  }[];
  return { days, isLeast: days.reduce((sum, { counted }) => sum + counted, 0) === most };
}

/** What was sold, added up by client. */
export async function clientCounts(ctx: Ctx, wanted: LeadFilter & Days): Promise<ClientCount[]> {
  const rows = (await leadsCounted(ctx, wanted)
    .groupBy('company_id')
    .select(
      'company_id as companyId',
      ctx.db.raw('sum(observations)::int as leads, sum(retail_cents)::text as retail, sum(wholesale_cents)::text as wholesale'),
    )) as (Omit<Sums, 'observations'> & { companyId: number })[];
  return rows.map(countOf);
}

/** Leads of some clients by day. */
export const clientDays = async (ctx: Ctx, ids: readonly number[], wanted: LeadFilter & Days): Promise<ClientDay[]> =>
  (await leadsCounted(ctx, wanted)
    .whereIn('company_id', ids)
    .groupBy('company_id', 'day')
    .orderBy(['company_id', 'day'])
    .select('company_id as companyId', 'day', ctx.db.raw('sum(observations)::int as leads'))
    // Planned for whom it asks about: a plan for anybody looks through all that the agency sold.
    .options({ prepare: false })) as ClientDay[];

/** Leads of some agencies by day. */
export const agencyDays = async (ctx: Ctx, ids: readonly number[], days: Days): Promise<AgencyDay[]> =>
  (await countedDays(ctx, { ...days, agencyIds: ids })
    .where({ outcome: 'lead' })
    .groupBy('agency_id', 'day')
    .orderBy(['agency_id', 'day'])
    .select('agency_id as agencyId', 'day', ctx.db.raw('sum(observations)::int as leads'))) as AgencyDay[];

/** Leads of each product by day. */
export const productDays = async (ctx: Ctx, days: Days): Promise<ProductDay[]> =>
  (await countedDays(ctx, days)
    .where({ outcome: 'lead' })
    .groupBy('product', 'day')
    .orderBy(['product', 'day'])
    .select('product', 'day', ctx.db.raw('sum(observations)::int as leads'))) as ProductDay[];

/** Leads by where their people live, most first. */
export const stateCounts = async (ctx: Ctx, wanted: LeadFilter & Days): Promise<{ state: string; leads: number }[]> =>
  (await countedStates(ctx, wanted)
    .whereNot({ state: '' })
    .groupBy('state')
    .orderByRaw('sum(leads) desc, state')
    .select('state', ctx.db.raw('sum(leads)::int as leads'))) as { state: string; leads: number }[];

/** What was counted, added up by agency. */
export async function agencyCounts(ctx: Ctx, wanted: LeadFilter & Days): Promise<AgencyCount[]> {
  const rows = (await countedDays(ctx, { ...wanted, byAgency: true })
    .groupBy('agency_id')
    .select('agency_id as agencyId', ...sumsIn(ctx))) as (Sums & { agencyId: number })[];
  return rows.map(countOf);
}

/** How observations ended, up to now where no last day is said. What a plugin counted that is gone is left out. */
export async function outcomeCounts(ctx: Ctx, wanted: LeadFilter & Since): Promise<OutcomeCount[]> {
  const rows = (await countedDays(ctx, wanted).groupBy('outcome').select('outcome', ctx.db.raw('sum(observations)::int as n'))) as {
    outcome: string;
    n: number;
  }[];
  const counts = new Map(rows.map(({ outcome, n }) => [outcome, n]));
  return [...outcomesOf(ctx)].map(([name, outcome]) => ({ ...outcome, name, count: counts.get(name) ?? 0 }));
}
