import type { Knex } from 'knex';
import type { PackRow } from './rows.gen.ts';

export type PackKind = 'onetime' | 'prepaid' | 'continual';
export type PackState = 'awaiting' | 'paid' | 'used_up' | 'cancelled';
export interface Pack {
  id: string;
  companyId: number;
  agencyId: number;
  campaignId: number;
  number: number;
  kind: PackKind;
  state: PackState;
  leads: number;
  remaining: number;
  withdrawn: number;
  /** Of these, those whose payment went back. */
  reversed: number;
  unitCents: number;
  unitFeeCents: number;
  platformFeeCents: number;
  chargedCents: number;
  invoiceId: string | null;
  external: boolean;
  automatic: boolean;
  askedKey: string | null;
  activateAs: number | null;
  boughtBy: number;
  boughtAt: Date;
  paidAt: Date | null;
}
export interface NewPack {
  company_id: number;
  campaign_id: number;
  number: number;
  kind: PackKind;
  leads: number;
  unit_cents: number;
  unit_fee_cents: number;
  platform_fee_cents: number;
  price_version_id: number | null;
  automatic: boolean;
  asked_key: string | null;
  activate_as: number | null;
  bought_by: number;
  bought_at: Date;
}

const TABLE = 'prepaid_pack';

export async function insertPack(db: Knex, pack: NewPack): Promise<Pack> {
  const [row] = (await db(TABLE).insert(pack).returning('*')) as [PackRow];
  return packOf(row);
}

/** All packs of a campaign, the first bought first. */
export async function packsOf(db: Knex, campaignId: number): Promise<Pack[]> {
  return ((await db(TABLE).where({ campaign_id: campaignId }).orderBy('id')) as PackRow[]).map(packOf);
}

/** Whether anything was ever bought for a campaign. */
export const hasPacks = async (db: Knex, campaignId: number): Promise<boolean> =>
  (await db(TABLE).where({ campaign_id: campaignId }).first('id')) !== undefined;

/** The condition that the campaign in that column of a statement has paid leads left. */
export const hasLeads = (db: Knex, column: string): Knex.Raw =>
  db.raw('exists (select from ?? p where p.campaign_id = ?? and p.remaining > 0)', [TABLE, column]);

export async function findPack(
  db: Knex,
  which: { company_id: number; invoice_id: string } | { company_id: number; asked_key: string },
): Promise<Pack | null> {
  const row = (await db(TABLE).where(which).first()) as PackRow | undefined;
  return row ? packOf(row) : null;
}

/** Holds the packs of a campaign that can still change. Whoever holds a plan too takes it after these. */
export async function holdPacks(db: Knex, campaignId: number): Promise<void> {
  await db(TABLE).where({ campaign_id: campaignId }).whereIn('state', ['awaiting', 'paid']).orderBy('id').forUpdate().select('id');
}

export type PackChange = Partial<Pick<PackRow, 'invoice_id' | 'external' | 'automatic' | 'asked_key' | 'activate_as'>>;
export async function changePack(db: Knex, id: string, change: PackChange): Promise<void> {
  await db(TABLE).where({ id }).update(change);
}

/** Makes a pack usable, once: answers whether it was waiting for that. */
export async function markPaid(db: Knex, id: string, now: Date): Promise<boolean> {
  const open = db(TABLE).where({ id, state: 'awaiting' });
  return (await open.update({ state: 'paid', remaining: db.ref('leads'), paid_at: now })) === 1;
}

/** Gives up a pack that was never paid; answers whether it was still waiting. */
export const markCancelled = async (db: Knex, id: string): Promise<boolean> =>
  (await db(TABLE).where({ id, state: 'awaiting' }).update({ state: 'cancelled', activate_as: null })) === 1;

/**
 * Takes up to `want` leads from a campaign's paid packs, the oldest first, and notes at what price they are posted. One statement under
 * the packs' locks, so no number of parallel workers takes more than there is. Answers how many it got, and whether a pack that
 * was touched has a tenth or less left.
 */
export async function takeLeads(db: Knex, campaignId: number, want: number, centsEach: number): Promise<{ got: number; low: boolean }> {
  const { rows } = (await db.raw(
    `with open as (
       select id, remaining from prepaid_pack where campaign_id = :campaign and state = 'paid' order by id for update
     ), share as (
       select id, least(remaining, greatest(0, :want - coalesce(sum(remaining) over before, 0)))::int as n
       from open window before as (order by id rows between unbounded preceding and 1 preceding)
     ) update prepaid_pack p set remaining = p.remaining - s.n, charged_cents = p.charged_cents + s.n * cast(:cents as bigint),
         state = case when p.remaining = s.n then 'used_up' else 'paid' end
       from share s where p.id = s.id and s.n > 0
       returning s.n, p.remaining::bigint * 10 <= p.leads as low`,
    { campaign: campaignId, want, cents: centsEach },
  )) as { rows: { n: number; low: boolean }[] };
  return { got: rows.reduce((sum, { n }) => sum + n, 0), low: rows.some(({ low }) => low) };
}

/** Gives back leads taken in the same transaction: to the packs last taken from. */
export async function returnLeads(db: Knex, campaignId: number, leads: number, centsEach: number): Promise<void> {
  await db.raw(
    `with touched as (
       select id, leads - withdrawn - remaining as used from prepaid_pack
       where campaign_id = :campaign and state in ('paid', 'used_up') and not settled order by id desc for update
     ), share as (
       select id, least(used, greatest(0, :leads - coalesce(sum(used) over before, 0)))::int as n
       from touched window before as (order by id desc rows between unbounded preceding and 1 preceding)
     ) update prepaid_pack p set remaining = p.remaining + s.n, charged_cents = p.charged_cents - s.n * cast(:cents as bigint), state = 'paid'
       from share s where p.id = s.id and s.n > 0`,
    { campaign: campaignId, leads, cents: centsEach },
  );
}

/**
 * Takes up to `most` undelivered leads of a paid pack away; answers how many. A pack with none left is closed. `reversed`: because
 * their payment went back.
 */
export async function withdraw(db: Knex, id: string, most: number, reversed = false): Promise<number> {
  const { rows } = (await db.raw(
    `update prepaid_pack p set remaining = p.remaining - s.n, withdrawn = p.withdrawn + s.n,
       reversed = p.reversed + case when cast(:reversed as boolean) then s.n else 0 end,
       state = case when p.remaining = s.n then 'cancelled' else 'paid' end
     from (select id, least(remaining, cast(:most as bigint))::int as n from prepaid_pack where id = :id and state = 'paid' for update) s
     where p.id = s.id returning s.n`,
    { id, most, reversed },
  )) as { rows: { n: number }[] };
  return rows[0]?.n ?? 0;
}

/** Gives back the leads of a pack whose payment went back and was then made anew. Answers how many. */
export async function restore(db: Knex, id: string): Promise<number> {
  const { rows } = (await db.raw(
    `update prepaid_pack p set remaining = p.remaining + s.n, withdrawn = p.withdrawn - s.n, reversed = 0, state = 'paid', settled = false
     from (select id, reversed as n from prepaid_pack where id = ? and reversed > 0 for update) s where p.id = s.id returning s.n`,
    [id],
  )) as { rows: { n: number }[] };
  return rows[0]?.n ?? 0;
}

/** Takes away for good what a pack has left, and what would come again if it were paid anew. Answers how many leads that are. */
export async function giveUp(db: Knex, id: string): Promise<number> {
  const { rows } = (await db.raw(
    `update prepaid_pack p set remaining = 0, withdrawn = p.withdrawn + s.remaining, reversed = 0,
       state = case when s.remaining > 0 then 'cancelled' else p.state end
     from (select id, remaining, reversed from prepaid_pack where id = ? for update) s where p.id = s.id
     returning s.remaining + s.reversed as n`,
    [id],
  )) as { rows: { n: number }[] };
  return rows[0]?.n ?? 0;
}

/** Closed packs of a campaign whose books were not set right yet, held. */
export async function unsettled(db: Knex, campaignId: number): Promise<Pack[]> {
  const closed = db(TABLE).where({ campaign_id: campaignId, settled: false }).whereIn('state', ['used_up', 'cancelled']);
  return ((await closed.orderBy('id').forUpdate()) as PackRow[]).map(packOf);
}
export async function markSettled(db: Knex, id: string, chargedCents: number): Promise<void> {
  await db(TABLE).where({ id }).update({ settled: true, charged_cents: chargedCents });
}

/** Companies in whose name campaigns are to begin, now that their leads are paid. */
export const companiesToActivate = async (platform: Knex): Promise<number[]> =>
  (await platform(TABLE)
    .whereNotNull('activate_as')
    .whereRaw(`state in ('paid', 'used_up')`)
    .distinct('activate_as')
    .pluck('activate_as')) as number[];

export async function nextToActivate(db: Knex, as: number): Promise<{ id: string; campaign_id: number } | undefined> {
  const waiting = db(TABLE).where({ activate_as: as }).whereIn('state', ['paid', 'used_up']);
  return (await waiting.orderBy('id').first('id', 'campaign_id')) as { id: string; campaign_id: number } | undefined;
}

const packOf = (row: PackRow): Pack => ({
  id: row.id,
  companyId: row.company_id,
  agencyId: row.agency_id,
  campaignId: row.campaign_id,
  number: row.number,
  kind: row.kind,
  state: row.state,
  leads: row.leads,
  remaining: row.remaining,
  withdrawn: row.withdrawn,
  reversed: row.reversed,
  unitCents: Number(row.unit_cents),
  unitFeeCents: Number(row.unit_fee_cents),
  platformFeeCents: Number(row.platform_fee_cents),
  chargedCents: Number(row.charged_cents),
  invoiceId: row.invoice_id,
  external: row.external,
  automatic: row.automatic,
  askedKey: row.asked_key,
  activateAs: row.activate_as,
  boughtBy: row.bought_by,
  boughtAt: row.bought_at,
  paidAt: row.paid_at,
});
