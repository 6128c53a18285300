import type { Knex } from 'knex';

/**
 * A client's part of its agency's wallet where the agency says nothing else, in percent: half, so that whatever one client does, the other
 * half is there for the others. The only client of an agency shares with nobody.
 */
export const USUAL_PERCENT = 50;
const PERCENT = `coalesce(s.percent, (
  select case count(*) when 1 then 100 else ${USUAL_PERCENT} end
  from (select from core_public_company where parent_id = :agency and kind = 'client' and removed_at is null limit 2) clients))`;

/** One client's share. */
export interface ShareRow {
  companyId: number;
  name: string;
  percent: number;
  usedUpAt: Date | null;
}
interface Stored {
  company_id: number;
  name: string;
  percent: number;
  used_up_at: Date | null;
}

const shares = (db: Knex, agencyId: number, day: string) =>
  db('core_public_company as t')
    .leftJoin('wallet_share as s', 's.company_id', 't.id')
    .leftJoin('wallet_share_used as u', (on) => void on.on('u.company_id', 't.id').andOn('u.day', db.raw('?::date', [day])))
    .where({ 't.parent_id': agencyId, 't.kind': 'client' })
    .whereNull('t.removed_at')
    .select('t.id as company_id', 't.name', 'u.at as used_up_at', db.raw(`${PERCENT} as percent`, { agency: agencyId }));

/** The shares of all clients of an agency, by name, with what is known of a day. */
export async function sharesIn(db: Knex, agencyId: number, day: string): Promise<ShareRow[]> {
  return ((await shares(db, agencyId, day).orderBy(['t.name_key', 't.id'])) as Stored[]).map(shareOf);
}

export async function shareIn(db: Knex, agencyId: number, companyId: number, day: string): Promise<ShareRow | null> {
  const row = (await shares(db, agencyId, day).where({ 't.id': companyId }).first()) as Stored | undefined;
  return row ? shareOf(row) : null;
}

export async function saveShare(db: Knex, companyId: number, percent: number): Promise<void> {
  await db('wallet_share').insert({ company_id: companyId, percent }).onConflict('company_id').merge({ percent });
}

/** Notes that a client's share of a day is used up; false when it was noted before. */
export async function noteUsedUp(db: Knex, companyId: number, day: string, at: Date): Promise<boolean> {
  const insert = db('wallet_share_used').insert({ company_id: companyId, day, at }).onConflict(['company_id', 'day']).ignore();
  return ((await insert.returning('company_id')) as unknown[]).length > 0;
}

/** Whether a client was found at the end of its share on a day. */
export const isUsedUp = async (db: Knex, companyId: number, day: string): Promise<boolean> =>
  (await db('wallet_share_used').where({ company_id: companyId, day }).first('day')) !== undefined;

const shareOf = (row: Stored): ShareRow => ({
  companyId: row.company_id,
  name: row.name,
  percent: row.percent,
  usedUpAt: row.used_up_at,
});
