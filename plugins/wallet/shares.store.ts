import type { Knex } from 'knex';

/**
 * A client's part of its agency's wallet where the agency says nothing else, in percent: half, so that whatever one client does, the other
 * half is there for the others. The only client of an agency shares with nobody.
 */
export const USUAL_PERCENT = 50;
const PERCENT = `coalesce(s.percent, case when exists (
  select from core_tenant o where o.parent_id = t.parent_id and o.kind = 'client' and o.id <> t.id and o.removed_at is null)
  then ${USUAL_PERCENT} else 100 end)`;

/** One client's share of a day, in cents. */
export interface Share {
  companyId: number;
  name: string;
  percent: number;
  spentCents: number;
  usedUpAt: Date | null;
}
interface Stored {
  company_id: number;
  name: string;
  percent: number;
  spent_cents: string;
  used_up_at: Date | null;
}

const shares = (db: Knex, agencyId: number, day: string) =>
  db('core_tenant as t')
    .leftJoin('wallet_share as s', 's.company_id', 't.id')
    .leftJoin('wallet_client_day as d', (on) => void on.on('d.company_id', 't.id').andOn('d.day', db.raw('?::date', [day])))
    .where({ 't.parent_id': agencyId, 't.kind': 'client' })
    .whereNull('t.removed_at')
    .select('t.id as company_id', 't.name', 'd.used_up_at', db.raw(`${PERCENT} as percent, coalesce(d.spent_cents, 0) as spent_cents`));

/** The shares of all clients of an agency on a day, by name. */
export async function sharesOf(db: Knex, agencyId: number, day: string): Promise<Share[]> {
  return ((await shares(db, agencyId, day).orderBy('t.name').orderBy('t.id')) as Stored[]).map(shareOf);
}

export async function shareOfClient(db: Knex, agencyId: number, companyId: number, day: string): Promise<Share | null> {
  const row = (await shares(db, agencyId, day).where({ 't.id': companyId }).first()) as Stored | undefined;
  return row ? shareOf(row) : null;
}

/** What all clients of an agency took from its wallet on a day, in cents. */
export async function spentOn(db: Knex, agencyId: number, day: string): Promise<number> {
  const [{ cents }] = (await db('wallet_client_day').where({ agency_id: agencyId, day }).sum('spent_cents as cents')) as [
    { cents: string | null },
  ];
  return Number(cents ?? 0);
}

export async function saveShare(db: Knex, companyId: number, percent: number): Promise<void> {
  await db('wallet_share').insert({ company_id: companyId, percent }).onConflict('company_id').merge({ percent });
}

/** Notes that a client's share of a day is used up; false when it was noted before. */
export async function noteUsedUp(db: Knex, companyId: number, day: string, at: Date): Promise<boolean> {
  const { rows } = (await db.raw(
    `insert into wallet_client_day as d (company_id, day, used_up_at) values (?, ?, ?)
     on conflict (company_id, day) do update set used_up_at = excluded.used_up_at where d.used_up_at is null returning company_id`,
    [companyId, day, at],
  )) as { rows: unknown[] };
  return rows.length > 0;
}

/** Whether a client was found at the end of its share on a day. */
export const isUsedUp = async (db: Knex, companyId: number, day: string): Promise<boolean> =>
  (await db('wallet_client_day').where({ company_id: companyId, day }).whereNotNull('used_up_at').first('day')) !== undefined;

const shareOf = (row: Stored): Share => ({
  companyId: row.company_id,
  name: row.name,
  percent: row.percent,
  spentCents: Number(row.spent_cents),
  usedUpAt: row.used_up_at,
});
