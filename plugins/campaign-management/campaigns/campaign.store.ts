import type { Knex } from 'knex';
import type { Ctx } from '../../../core/contract.ts';
import type { Campaign, CampaignRules, PauseReason, Reidentification } from './contract.ts';
import type { Product } from '../../foundation/companies/contract.ts';
import { advancedAt, priceAt } from './price.ts';
import type { CampaignRow as StoredCampaign, WindowRow } from './rows.gen.ts';

/** With the lists that plugins add to, which the database does not hold to. */
export interface CampaignRow extends StoredCampaign {
  pause_reason: PauseReason | null;
  reidentification: Reidentification;
  extra: Record<string, unknown>;
}
/** Columns that a call may set. */
export type CampaignFields = Partial<
  Omit<
    CampaignRow,
    | 'id'
    | 'company_id'
    | 'agency_id'
    | 'root_id'
    | 'status'
    | 'created_at'
    | 'retail_cents'
    | 'active_retail_cents'
    | 'advanced_cents'
    | 'active_advanced_cents'
    | 'cost_limit_cents'
    | 'noticed_leads'
  >
> & {
  retail_cents?: number;
  active_retail_cents?: number;
  advanced_cents?: number | null;
  active_advanced_cents?: number | null;
  cost_limit_cents?: number;
  noticed_leads?: number;
};

const TABLE = 'campaigns_campaign';

/** A campaign that the actor may `action`; removed ones are gone. */
export const findCampaign = (ctx: Ctx, id: number, action = 'read'): Promise<CampaignRow | undefined> =>
  ctx.query('Campaign', action).where({ id }).whereNot({ status: 'removed' }).first() as Promise<CampaignRow | undefined>;

/** The same, locked until the transaction ends. */
export const lockCampaign = (ctx: Ctx, id: number, action = 'update'): Promise<CampaignRow | undefined> =>
  ctx.query('Campaign', action).where({ id }).whereNot({ status: 'removed' }).forUpdate().first() as Promise<CampaignRow | undefined>;

/** Campaigns by id, in no order; unlike the above whatever their status, as far as the caller's RLS policies let them see. */
export const rowsById = (db: Knex, ids: readonly number[]): Promise<CampaignRow[]> =>
  db(TABLE)
    .whereRaw('id = any(?::int[])', [ids as unknown as Knex.RawBinding])
    .options({ prepare: true });

/** What others are told of them. */
export const factsById = (db: Knex, ids: readonly number[]): Promise<FactsRow[]> =>
  db(TABLE)
    .select(FACTS)
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

/** Names of the companies of some campaigns, in one look. */
export async function companyNames(ctx: Ctx, rows: readonly Pick<CampaignRow, 'company_id'>[]): Promise<Map<number, string>> {
  const ids = [...new Set(rows.map((r) => r.company_id))];
  const found = (await ctx.db('core_public_company').whereIn('id', ids).select('id', 'name')) as { id: number; name: string }[];
  return new Map(found.map((c) => [c.id, c.name]));
}

/** How many leads each of some campaigns has had: what was ever taken of them. Those without any are left out. */
export async function leadCounts(ctx: Ctx, rows: readonly CampaignRow[]): Promise<Map<number, number>> {
  const ids = rows.map((r) => r.id);
  const found = await ctx.db('campaigns_window').where({ kind: 'total' }).whereIn('campaign_id', ids).select('campaign_id', 'used');
  return new Map((found as Pick<WindowRow, 'campaign_id' | 'used'>[]).map((w) => [w.campaign_id, Number(w.used)]));
}

/** What others are told of a campaign; read where there may be thousands of them. */
export const FACTS = [
  'id',
  'company_id',
  'agency_id',
  'root_id',
  'product',
  'name',
  'status',
  'pause_reason',
  'timezone',
  'starts_at',
  'ends_at',
] as const satisfies (keyof CampaignRow)[];
export type FactsRow = Pick<CampaignRow, (typeof FACTS)[number]>;

export const campaignOf = (row: FactsRow): Campaign => ({
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
  dailyLimit: row.limit_frequency === 'day' && row.lead_limit > 0 ? row.lead_limit : null,
  retailCents: priceAt(row, at),
  advancedCents: advancedAt(row, at),
  reidentification: row.reidentification,
  wholeClient: row.whole_client,
  require: { email: row.require_email, phone: row.require_phone, address: row.require_address },
  nationwide: row.nationwide,
  states: row.states,
  zips: row.zips,
  cities: row.cities,
});
