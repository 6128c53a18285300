import type { Knex } from 'knex';
import { type Ctx, likeOf } from '../../../core/contract.ts';
import type { Product } from '../../companies/contract.ts';
import type { AgencyCount, DayCount, Evidence, Lead, LeadQuery, OutcomeCount } from '../contract.ts';
import { countedOutcomes, outcomesOf } from '../outcomes.ts';

export interface Scope {
  campaignId?: number;
  companyId?: number;
  product?: Product;
}
type Filter = Scope & Pick<LeadQuery, 'from' | 'to' | 'search'>;

const COLUMNS = [
  'id',
  'campaign_id',
  'company_id',
  'product',
  'first_name',
  'last_name',
  'email',
  'phone',
  'address',
  'city',
  'state',
  'zip',
  'company',
  'source',
  'evidence',
  'created_at',
  'last_seen_at',
  'observations',
  'is_test',
  'retail_cents',
];
interface LeadRecord {
  id: string;
  campaign_id: number;
  company_id: number;
  product: Product;
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
  address: string;
  city: string;
  state: string;
  zip: string;
  company: string;
  source: string;
  evidence: Evidence;
  created_at: Date;
  last_seen_at: Date;
  observations: number;
  is_test: boolean;
  retail_cents: string;
}
const leadOf = (r: LeadRecord): Lead => ({
  id: r.id,
  campaignId: r.campaign_id,
  companyId: r.company_id,
  product: r.product,
  firstName: r.first_name,
  lastName: r.last_name,
  email: r.email,
  phone: r.phone,
  address: r.address,
  city: r.city,
  state: r.state,
  zip: r.zip,
  company: r.company,
  source: r.source,
  evidence: r.evidence,
  createdAt: r.created_at,
  lastSeenAt: r.last_seen_at,
  observations: r.observations,
  isTest: r.is_test,
  retailCents: Number(r.retail_cents),
});

const ORDERS: Record<LeadQuery['sort'], readonly [column: string, turned?: true][]> = {
  created: [['created_at'], ['id', true]], // the direction of the indexes
  name: [['last_name'], ['first_name'], ['id']],
  email: [['email'], ['id']],
  campaign: [['campaign_id'], ['created_at', true], ['id']],
};

/** Rows of a page of leads, out of `matches` when a search went before. */
export async function leadRows(ctx: Ctx, query: LeadQuery, matches: readonly string[] | null): Promise<Lead[]> {
  const rows = filtered(ctx.query('Lead'), query)
    .select(COLUMNS)
    .limit(query.perPage)
    .offset((query.page - 1) * query.perPage)
    .options({ prepare: true });
  if (matches) void rows.whereRaw('id = any(?::uuid[])', [matches as unknown as Knex.RawBinding]);
  for (const [column, turned] of ORDERS[query.sort]) void rows.orderBy(column, (query.order === 'desc') === !turned ? 'desc' : 'asc');
  return ((await rows) as LeadRecord[]).map(leadOf);
}

export async function leadsById(ctx: Ctx, ids: readonly string[]): Promise<Lead[]> {
  return (
    (await ctx
      .query('Lead')
      .whereRaw('id = any(?::uuid[])', [ids as unknown as Knex.RawBinding])
      .select(COLUMNS)
      .orderBy('id')) as LeadRecord[]
  ).map(leadOf);
}

/** One or two letters are no use to the index in the middle of a text, so they are looked for at the beginning of the name. */
const patternOf = (search: string): string => (search.length < 3 ? likeOf(search).slice(1) : likeOf(search));

/** Ids of the newest leads whose name, e-mail or company contain the text, at most `most`. */
export async function matchingLeads(
  ctx: Ctx,
  { search, campaignId, companyId, product, from, to }: Filter,
  most: number,
): Promise<string[]> {
  const { rows } = (await ctx.db.raw('select leads_matches(?, ?, ?, ?, ?, ?, ?) as id', [
    patternOf(search ?? ''),
    most,
    campaignId ?? null,
    companyId ?? null,
    product ?? null,
    from ?? null,
    to ?? null,
  ] as Knex.RawBinding[])) as { rows: { id: string }[] };
  return rows.map((r) => r.id);
}

/** How many leads there are: from the kept totals, or counted up to `most` when a period narrows them. */
export async function leadCount(ctx: Ctx, filter: Filter, most: number): Promise<number> {
  if (!filter.from && !filter.to) {
    const row = (await scoped(ctx.query('LeadTotal'), filter).sum({ leads: 'leads' }).first().options({ prepare: true })) as {
      leads: string | null;
    };
    return Number(row.leads ?? 0);
  }
  const some = filtered(ctx.query('Lead'), filter).select(ctx.db.raw('1')).limit(most).as('some');
  const row = (await ctx.db.from(some).count({ n: '*' }).first()) as { n: string };
  return Number(row.n);
}

/** Sums over the counters, as columns of a query. */
const sumsIn = (ctx: Ctx): Knex.Raw[] => [
  ctx.db.raw('coalesce(sum(observations) filter (where outcome = any(?::text[])), 0)::int as observations', [
    countedOutcomes(ctx) as unknown as Knex.RawBinding,
  ]),
  ctx.db.raw("coalesce(sum(observations) filter (where outcome = 'lead'), 0)::int as leads"),
  ctx.db.raw('sum(retail_cents)::text as retail'),
];

/** The counters of the days from `first` to `last`, added up by day. */
export async function dayCounts(ctx: Ctx, scope: Scope, first: string, last: string): Promise<DayCount[]> {
  const rows = (await scoped(ctx.query('LeadDay'), scope)
    .whereBetween('day', [first, last])
    .groupBy('day')
    .orderBy('day')
    .select('day', ...sumsIn(ctx))) as { day: string; observations: number; leads: number; retail: string }[];
  return rows.map(({ retail, ...r }) => ({ ...r, retailCents: Number(retail) }));
}

/** The counters of the days from `first` to `last`, added up by agency. */
export async function agencyCounts(ctx: Ctx, scope: Scope, first: string, last: string): Promise<AgencyCount[]> {
  const rows = (await scoped(ctx.query('LeadDay'), scope)
    .whereBetween('day', [first, last])
    .groupBy('agency_id')
    .select('agency_id', ...sumsIn(ctx), ctx.db.raw('sum(wholesale_cents)::text as wholesale'))) as {
    agency_id: number;
    observations: number;
    leads: number;
    retail: string;
    wholesale: string;
  }[];
  return rows.map((r) => ({
    agencyId: r.agency_id,
    observations: r.observations,
    leads: r.leads,
    retailCents: Number(r.retail),
    wholesaleCents: Number(r.wholesale),
  }));
}

/** How observations ended from the day `first` on. What a plugin counted that is gone is left out. */
export async function outcomeCounts(ctx: Ctx, scope: Scope, first: string): Promise<OutcomeCount[]> {
  const rows = (await scoped(ctx.query('LeadDay'), scope)
    .where('day', '>=', first)
    .groupBy('outcome')
    .select('outcome', ctx.db.raw('sum(observations)::int as n'))) as { outcome: string; n: number }[];
  const counts = new Map(rows.map(({ outcome, n }) => [outcome, n]));
  return [...outcomesOf(ctx)].map(([name, outcome]) => ({ ...outcome, name, count: counts.get(name) ?? 0 }));
}

function scoped(query: Knex.QueryBuilder, { campaignId, companyId, product }: Scope): Knex.QueryBuilder {
  if (campaignId !== undefined) void query.where('campaign_id', campaignId);
  if (companyId !== undefined) void query.where('company_id', companyId);
  if (product !== undefined) void query.where('product', product);
  return query;
}

function filtered(query: Knex.QueryBuilder, filter: Filter): Knex.QueryBuilder {
  if (filter.from) void query.where('created_at', '>=', filter.from);
  if (filter.to) void query.where('created_at', '<', filter.to);
  return scoped(query, filter);
}
