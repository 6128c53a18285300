import type { Knex } from 'knex';
import type { Pixel } from '../collect/pixel-cache.ts';
import type { Visit } from '../pipeline/queue.store.ts';

/** A visitor of a client's websites who took their consent back. */
export interface Withdrawal {
  companyId: number;
  visitor: string;
}

/** Notes for good that a visitor took their consent back; again, where they did so before. */
export const insertWithdrawal = (db: Knex, { companyId }: Pick<Pixel, 'companyId'>, visitor: string): Promise<unknown> =>
  db.raw(
    `insert into capture_withdrawal (company_id, visitor) values (?, ?)
     on conflict (company_id, visitor) do update set at = now(), done_at = null`,
    [companyId, visitor],
  );

export const agenciesWithWithdrawals = async (platform: Knex): Promise<number[]> =>
  (await platform('capture_withdrawal').whereNull('done_at').distinct('agency_id').pluck('agency_id')) as number[];

/** Takes the oldest of an agency that nobody else has in hand, and counts them as done. */
export async function takeWithdrawals(db: Knex, agencyId: number, most: number): Promise<Withdrawal[]> {
  const { rows } = (await db.raw(
    `with due as materialized (
       select company_id, visitor from capture_withdrawal where agency_id = ? and done_at is null order by at limit ? for update skip locked)
     update capture_withdrawal w set done_at = now() from due where (w.company_id, w.visitor) = (due.company_id, due.visitor)
     returning w.company_id as "companyId", w.visitor`,
    [agencyId, most],
  )) as { rows: Withdrawal[] };
  return rows;
}

/** Those of the visits whose visitors took their consent back. */
export async function withdrawnOf(db: Knex, visits: readonly Visit[]): Promise<Set<Visit>> {
  if (visits.length === 0) return new Set();
  const { rows } = (await db.raw(
    `select v.n::int as n from unnest(?::int[], ?::text[]) with ordinality as v (company_id, visitor, n)
     where exists (select from capture_withdrawal w where w.company_id = v.company_id and w.visitor = v.visitor)`,
    [visits.map((v) => v.company_id), visits.map((v) => v.visitor)] as unknown as Knex.RawBinding[],
  )) as { rows: { n: number }[] };
  return new Set(rows.map(({ n }) => visits[n - 1]!));
}

/**
 * Gives what is held of these visitors, or waits to be looked up, back to the pipeline, which ends it. Waits for visits that are being worked, so that whatever
 * they leave behind is there afterwards. Answers the campaigns of which something was held.
 */
export async function returnVisits(db: Knex, agencyId: number, of: readonly Withdrawal[]): Promise<number[]> {
  const { rows } = (await db.raw(
    `with open as materialized (
       select v.slot, v.fingerprint, v.campaign_id, v.state, v.lease_until from capture_visit v
       where v.agency_id = :agencyId and v.state <> 'done' and (v.company_id, v.visitor) in (select * from unnest(:companies::int[], :visitors::text[]))
       order by v.slot, v.fingerprint for update
     ), moved as (
       update capture_visit v set state = 'pending', released = v.released or v.state = 'review', held_network = null, lease_until = null
       from open o where v.slot = o.slot and v.fingerprint = o.fingerprint
         -- One that is being asked about comes back by itself.
         and (o.state = 'review' or o.state = 'lookup' and coalesce(o.lease_until <= now(), true))
     )
     select distinct campaign_id from open where state = 'review'`,
    {
      agencyId,
      companies: of.map(({ companyId }) => companyId) as unknown as Knex.RawBinding,
      visitors: of.map(({ visitor }) => visitor) as unknown as Knex.RawBinding,
    },
  )) as { rows: { campaign_id: number }[] };
  return rows.map((row) => row.campaign_id);
}

/** Nobody is recognised by these visitor ids any more; answers who was, by position. */
export async function forgetIdentities(db: Knex, visitors: readonly string[]): Promise<Map<number, Buffer>> {
  if (visitors.length === 0) return new Map();
  const { rows } = (await db.raw('select * from capture_forget_visitors(?::bytea[])', [
    visitors.map((visitor) => Buffer.from(visitor)),
  ] as unknown as Knex.RawBinding[])) as { rows: { n: number; person_key: Buffer }[] };
  return new Map(rows.map((row) => [row.n - 1, row.person_key]));
}

/** Campaigns of clients whose pages had a pixel, by client. */
export async function campaignsOf(db: Knex, companyIds: readonly number[]): Promise<Map<number, number[]>> {
  const rows = (await db('capture_pixel').whereIn('company_id', companyIds).select('company_id', 'campaign_id')) as {
    company_id: number;
    campaign_id: number;
  }[];
  return new Map([...Map.groupBy(rows, (row) => row.company_id)].map(([id, own]) => [id, own.map((row) => row.campaign_id)]));
}

/** Forgets withdrawals after which nothing can come any more. */
export const dropWithdrawals = (db: Knex, now: Date): Promise<unknown> =>
  db.raw(`delete from capture_withdrawal where done_at is not null and at < ?::timestamptz - interval '1 day'`, [now]);
