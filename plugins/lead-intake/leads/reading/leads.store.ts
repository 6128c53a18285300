import type { Knex } from 'knex';
import { countUpTo, type Ctx, MOST_COUNTED } from '../../../../core/contract.ts';
import type {
  AgencyCount,
  AgencyDay,
  CampaignDay,
  ClientCount,
  ClientDay,
  DayCount,
  Lead,
  LeadQuery,
  ListedLead,
  OutcomeCount,
  ProductDay,
} from '../contract.ts';
import { countedOutcomes, outcomesOf } from '../outcomes.ts';
import { columnsOf, inOrder, leadOf, type LeadRecord, listedColumnsOf, listedOf, type ListedRecord, offsetOf } from './lead-columns.ts';
import { filtered, isNarrowed, type LeadFilter, type Narrowing, within } from './narrowing.ts';

/** A page of leads. */
export async function leadRows(ctx: Ctx, query: LeadQuery): Promise<ListedLead[]> {
  const narrowing = narrowingOf(query);
  if (query.sort === 'campaign' && !isNarrowed(narrowing)) return rowsByCampaign(ctx, query);
  // Of the whole list a page is walked in an index, whoever asks; what narrows may hold for few, and is planned for what it is.
  const isWhole = Object.values(narrowing).every((value) => value === undefined);
  // What other tables know of a lead is looked up for the page alone: a select list is worked out for the rows that an offset skips too.
  const rows = inOrder(within(ctx, ctx.query('Lead'), query), query)
    .offset(offsetOf(query))
    .limit(query.perPage, { skipBinding: isWhole })
    .select('leads_lead.*')
    .as('leads_lead');
  const page = inOrder(ctx.db.from(rows), query).select(...listedColumnsOf(ctx));
  return ((await page.options({ prepare: true })) as ListedRecord[]).map(listedOf);
}

/** What narrows, without where in the list one is. */
const narrowingOf = ({ sort: _sort, order: _order, page: _page, perPage: _per, search: _search, ...narrowing }: LeadQuery): Narrowing =>
  narrowing;

/** The totals say where in which campaigns the page lies: in the order of campaigns only a campaign's own leads are in an index. */
async function rowsByCampaign(ctx: Ctx, query: LeadQuery): Promise<ListedLead[]> {
  const [begin, end] = [offsetOf(query), offsetOf(query) + query.perPage];
  const totals = filtered(ctx.query('LeadTotal'), query)
    .where('leads', '>', 0)
    .select('campaign_id', 'leads', ctx.db.raw(`(sum(leads) over (order by campaign_id ${query.order}) - leads)::int as before`))
    .as('totals');
  const spans = (await ctx.db
    .from(totals)
    .where('before', '<', end)
    .whereRaw('before + leads > ?', [begin])
    .orderBy('campaign_id', query.order)
    .options({ prepare: true })) as { campaign_id: number; leads: number; before: number }[];
  if (spans.length === 0) return [];
  const parts = spans.map(({ campaign_id: campaignId, leads, before }) => {
    const skipped = Math.max(0, begin - before);
    const rows = inOrder(filtered(ctx.query('Lead'), { ...query, campaignId }), query);
    return rows
      .offset(skipped)
      .limit(Math.min(leads, end - before) - skipped, { skipBinding: spans.length === 1 })
      .select(...listedColumnsOf(ctx));
  });
  // Of several campaigns the text is seldom the same again.
  const found = ctx.db
    .queryBuilder()
    .unionAll(parts, true)
    .options({ prepare: parts.length === 1 });
  return ((await found) as ListedRecord[]).map(listedOf);
}

const withIds = (ctx: Ctx, ids: readonly string[]): Knex.QueryBuilder =>
  ctx
    .query('Lead')
    .whereRaw('id = any(?::uuid[])', [ids as unknown as Knex.RawBinding])
    .orderBy('id')
    .options({ prepare: true });

export const leadsById = async (ctx: Ctx, ids: readonly string[]): Promise<Lead[]> =>
  ((await withIds(ctx, ids).select(...columnsOf(ctx))) as LeadRecord[]).map(leadOf);

/** The same as a list shows them. */
export const listedById = async (ctx: Ctx, ids: readonly string[]): Promise<ListedLead[]> =>
  ((await withIds(ctx, ids).select(...listedColumnsOf(ctx))) as ListedRecord[]).map(listedOf);

/** How many leads there are: from the kept totals, or counted as far as lists are where more than these know narrows them. */
export async function leadCount(ctx: Ctx, query: LeadQuery): Promise<{ total: number; isLeast: boolean }> {
  const filter = narrowingOf(query);
  if (!isNarrowed(filter)) {
    const row = (await filtered(ctx.query('LeadTotal'), filter).sum({ leads: 'leads' }).first().options({ prepare: true })) as {
      leads: string | null;
    };
    return { total: Number(row.leads ?? 0), isLeast: false };
  }
  return countUpTo(ctx.db, MOST_COUNTED, within(ctx, ctx.query('Lead'), filter));
}

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
const countOf = <R extends Sums>({ retail, wholesale, ...of }: R) => ({
  ...of,
  retailCents: Number(retail),
  wholesaleCents: Number(wholesale),
});

/** The counters of the days from `first` to `last`, added up by day. */
export async function dayCounts(ctx: Ctx, filter: LeadFilter, first: string, last: string): Promise<DayCount[]> {
  const rows = (await filtered(ctx.query('LeadDay'), filter)
    .whereBetween('day', [first, last])
    .groupBy('day')
    .orderBy('day')
    .select('day', ...sumsIn(ctx))) as (Sums & { day: string })[];
  return rows.map(countOf);
}

/** The same by campaign too. */
export async function campaignDayCounts(ctx: Ctx, filter: LeadFilter, first: string, last: string, most: number): Promise<CampaignDay[]> {
  const rows = (await filtered(ctx.query('LeadDay'), filter)
    .whereBetween('day', [first, last])
    .groupBy('day', 'campaign_id', 'company_id', 'product')
    .orderBy(['day', 'campaign_id'])
    .limit(most)
    .select('day', 'campaign_id as campaignId', 'company_id as companyId', 'product', ...sumsIn(ctx))) as (Sums &
    Pick<CampaignDay, 'day' | 'campaignId' | 'companyId' | 'product'>)[];
  return rows.map(countOf);
}

/** The counters of the days from `first` to `last`, added up by client. */
export async function clientCounts(ctx: Ctx, filter: LeadFilter, first: string, last: string): Promise<ClientCount[]> {
  const rows = (await filtered(ctx.query('LeadDay'), filter)
    .whereBetween('day', [first, last])
    .groupBy('company_id')
    .select('company_id as companyId', ...sumsIn(ctx))) as (Sums & { companyId: number })[];
  return rows.map(countOf);
}

/** Leads of some clients by day. */
export const clientDays = async (ctx: Ctx, ids: readonly number[], filter: LeadFilter, first: string, last: string): Promise<ClientDay[]> =>
  (await filtered(ctx.query('LeadDay'), filter)
    .whereIn('company_id', ids)
    .where({ outcome: 'lead' })
    .whereBetween('day', [first, last])
    .groupBy('company_id', 'day')
    .orderBy(['company_id', 'day'])
    .select('company_id as companyId', 'day', ctx.db.raw('sum(observations)::int as leads'))) as ClientDay[];

/** Leads of some agencies by day. */
export const agencyDays = async (ctx: Ctx, ids: readonly number[], first: string, last: string): Promise<AgencyDay[]> =>
  (await ctx
    .query('LeadDay')
    .whereIn('agency_id', ids)
    .where({ outcome: 'lead' })
    .whereBetween('day', [first, last])
    .groupBy('agency_id', 'day')
    .orderBy(['agency_id', 'day'])
    .select('agency_id as agencyId', 'day', ctx.db.raw('sum(observations)::int as leads'))) as AgencyDay[];

/** Leads of each product by day. */
export const productDays = async (ctx: Ctx, first: string, last: string): Promise<ProductDay[]> =>
  (await ctx
    .query('LeadDay')
    .where({ outcome: 'lead' })
    .whereBetween('day', [first, last])
    .groupBy('product', 'day')
    .orderBy(['product', 'day'])
    .select('product', 'day', ctx.db.raw('sum(observations)::int as leads'))) as ProductDay[];

/** Leads by where their people live, most first. */
export const stateCounts = async (ctx: Ctx, filter: LeadFilter, first: string, last: string): Promise<{ state: string; leads: number }[]> =>
  (await filtered(ctx.query('LeadStateDay'), filter)
    .whereBetween('day', [first, last])
    .whereNot({ state: '' })
    .groupBy('state')
    .orderByRaw('sum(leads) desc, state')
    .select('state', ctx.db.raw('sum(leads)::int as leads'))) as { state: string; leads: number }[];

/** The counters of the days from `first` to `last`, added up by agency. */
export async function agencyCounts(ctx: Ctx, filter: LeadFilter, first: string, last: string): Promise<AgencyCount[]> {
  const rows = (await filtered(ctx.query('LeadDay'), filter)
    .whereBetween('day', [first, last])
    .groupBy('agency_id')
    .select('agency_id as agencyId', ...sumsIn(ctx))) as (Sums & { agencyId: number })[];
  return rows.map(countOf);
}

/** How observations ended from the day `first` on, up to and with `last` where that is said. What a plugin counted that is gone is left out. */
export async function outcomeCounts(ctx: Ctx, filter: LeadFilter, first: string, last?: string): Promise<OutcomeCount[]> {
  const rows = (await filtered(ctx.query('LeadDay'), filter)
    .where('day', '>=', first)
    .modify((query) => (last === undefined ? query : query.where('day', '<=', last)))
    .groupBy('outcome')
    .select('outcome', ctx.db.raw('sum(observations)::int as n'))) as { outcome: string; n: number }[];
  const counts = new Map(rows.map(({ outcome, n }) => [outcome, n]));
  return [...outcomesOf(ctx)].map(([name, outcome]) => ({ ...outcome, name, count: counts.get(name) ?? 0 }));
}
