import type { Knex } from 'knex';
import { type Ctx, likeOf } from '../../core/contract.ts';
import type { Campaign, CampaignRules, ListState, PauseReason, Reidentification, ReportType, Status } from './contract.ts';
import type { Product } from '../companies/contract.ts';
import { priceAt } from './price.ts';
import { installedNames } from './products.ts';
import { CHOSEN } from './states.ts';
import type { Frequency } from './windows.ts';

export interface CampaignRow {
  id: number;
  company_id: number;
  agency_id: number;
  root_id: number;
  product: Product;
  name: string;
  status: Status;
  pause_reason: PauseReason | null;
  timezone: string;
  start_date: string | null;
  end_date: string | null;
  starts_at: Date | null;
  ends_at: Date | null;
  retail_cents: string;
  active_retail_cents: string | null;
  retail_from: Date | null;
  full_until: Date | null;
  lead_limit: number;
  limit_frequency: Frequency;
  limit_start: string | null;
  limit_end: string | null;
  cost_limit_cents: string;
  reidentification: Reidentification;
  whole_client: boolean;
  require_email: boolean;
  require_phone: boolean;
  require_address: boolean;
  nationwide: boolean;
  states: string[];
  zips: string[];
  cities: string[];
  report_sent_to: string[];
  report_type: ReportType;
  notify_every: number;
  noticed_leads: string | number;
  admin_notify_to: number[];
  has_minimum_leads: boolean;
  minimum_leads: number;
  client_campaign_id: string;
  hide_phone: boolean;
  extra: Record<string, unknown>;
  created_at: Date;
}
/** Columns that a call may set. */
export type CampaignFields = Partial<
  Omit<
    CampaignRow,
    'id' | 'company_id' | 'agency_id' | 'root_id' | 'status' | 'created_at' | 'retail_cents' | 'active_retail_cents' | 'cost_limit_cents'
  >
> & {
  retail_cents?: number;
  active_retail_cents?: number;
  cost_limit_cents?: number;
};

const TABLE = 'campaigns_campaign';

/** A campaign that the actor may `action`; removed ones are gone. */
export const findCampaign = (ctx: Ctx, id: number, action = 'read'): Promise<CampaignRow | undefined> =>
  ctx.query('Campaign', action).where({ id }).whereNot({ status: 'removed' }).first() as Promise<CampaignRow | undefined>;

/** The same, locked until the transaction ends. */
export const lockCampaign = (ctx: Ctx, id: number, action = 'update'): Promise<CampaignRow | undefined> =>
  ctx.query('Campaign', action).where({ id }).whereNot({ status: 'removed' }).forUpdate().first() as Promise<CampaignRow | undefined>;

/** Campaigns by id, in no order; unlike the above whatever their status, as far as the caller's walls let him see. */
export const rowsById = (db: Knex, ids: readonly number[]): Promise<CampaignRow[]> =>
  db(TABLE)
    .whereRaw('id = any(?::int[])', [ids as unknown as Knex.RawBinding])
    .options({ prepare: true });

/** The same for one, locked until the transaction ends. */
export const lockRow = (db: Knex, id: number): Promise<CampaignRow | undefined> =>
  db(TABLE).where({ id }).forNoKeyUpdate().first() as Promise<CampaignRow | undefined>;

export async function insertCampaign(db: Knex, companyId: number, product: Product, fields: CampaignFields): Promise<CampaignRow> {
  const [row] = (await db(TABLE)
    .insert({ company_id: companyId, product, ...fields })
    .returning('*')) as [CampaignRow];
  return row;
}

export async function updateCampaign(db: Knex, id: number, fields: CampaignFields): Promise<CampaignRow> {
  const [row] = (await db(TABLE).where({ id }).update(fields).returning('*')) as [CampaignRow];
  return row;
}

export interface CampaignQuery {
  product?: Product;
  /** Each must be the campaign's client or stand above it. */
  companies: readonly number[];
  status?: ListState;
  /** Running campaigns that lack something. */
  lacking: readonly number[];
  search?: string;
  /** Those of one client stand together, in the order of the clients' names. */
  byClient: boolean;
  sort: 'name' | 'status' | 'created_at';
  order: 'asc' | 'desc';
  offset: number;
  limit: number;
}

/** A page of campaigns that the actor may read, and how many there are in all. Archived ones show only when asked for. */
export async function pageOfCampaigns(ctx: Ctx, query: CampaignQuery): Promise<{ rows: CampaignRow[]; total: number }> {
  const { search, status } = query;
  const found = ctx.query('Campaign').whereNot({ status: 'removed' });
  if (query.product) void found.where({ product: query.product });
  for (const id of query.companies)
    void found.where((q) => void q.where({ company_id: id }).orWhere({ agency_id: id }).orWhere({ root_id: id }));
  if (search) {
    const named = ctx.db('core_public_company').whereILike('name', likeOf(search)).select('id');
    void found.where((q) => void q.whereILike('name', likeOf(search)).orWhereRaw('id::text = ?', [search]).orWhereIn('company_id', named));
  }
  if (status) inState(ctx, found, status, query.lacking);
  else void found.whereNot({ status: 'archived' });
  const counted = (await found.clone().count({ n: '*' }).first()) as { n: string };
  if (query.byClient) void found.orderByRaw('(select lower(t.name) from core_public_company t where t.id = company_id), company_id');
  const rows = (await found
    .orderBy([
      { column: query.sort, order: query.order },
      { column: 'id', order: 'desc' },
    ])
    .limit(query.limit)
    .offset(query.offset)) as CampaignRow[];
  return { rows, total: Number(counted.n) };
}

/** Narrows a query of campaigns to a state as lists show it; `lacking` are the running ones that lack something. */
export function inState(ctx: Ctx, query: Knex.QueryBuilder, state: ListState, lacking: readonly number[]): void {
  if (state === 'unavailable') return void query.whereNotIn('product', installedNames(ctx));
  void query.whereIn('product', installedNames(ctx));
  if (state === 'needs_attention')
    void query.where(
      (q) =>
        void q
          .where((p) => void p.where({ status: 'paused' }).whereNotIn('pause_reason', CHOSEN))
          .orWhereRaw('id = any(?::int[])', [lacking as unknown as Knex.RawBinding]),
    );
  else if (state === 'limit_reached') void query.where({ status: 'active' }).where('full_until', '>', ctx.now);
  else void query.where({ status: state });
}

/** Names of the companies of some campaigns, in one look. */
export async function companyNames(ctx: Ctx, rows: readonly CampaignRow[]): Promise<Map<number, string>> {
  const ids = [...new Set(rows.map((r) => r.company_id))];
  const found = (await ctx.db('core_public_company').whereIn('id', ids).select('id', 'name')) as { id: number; name: string }[];
  return new Map(found.map((c) => [c.id, c.name]));
}

/** How many leads each of some campaigns has had: what was ever taken of them. Those without any are left out. */
export async function leadCounts(ctx: Ctx, rows: readonly CampaignRow[]): Promise<Map<number, number>> {
  const ids = rows.map((r) => r.id);
  const found = await ctx.db('campaigns_window').where({ kind: 'total' }).whereIn('campaign_id', ids).select('campaign_id', 'used');
  return new Map((found as { campaign_id: number; used: string }[]).map((w) => [w.campaign_id, Number(w.used)]));
}

export const campaignOf = (row: CampaignRow): Campaign => ({
  id: row.id,
  companyId: row.company_id,
  agencyId: row.agency_id,
  rootId: row.root_id,
  product: row.product,
  name: row.name,
  status: row.status,
  pauseReason: row.pause_reason,
  timezone: row.timezone,
  startsAt: row.starts_at,
  endsAt: row.ends_at,
});

/** What the lead pipeline must know of a campaign at a moment. */
export const rulesOf = (row: CampaignRow, at: Date): CampaignRules => ({
  ...campaignOf(row),
  hidesPhone: row.hide_phone,
  retailCents: priceAt(row, at),
  reidentification: row.reidentification,
  wholeClient: row.whole_client,
  require: { email: row.require_email, phone: row.require_phone, address: row.require_address },
  nationwide: row.nationwide,
  states: row.states,
  zips: row.zips,
  cities: row.cities,
});
