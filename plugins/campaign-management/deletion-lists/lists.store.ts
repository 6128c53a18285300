import type { Knex } from 'knex';
import type { Ctx } from '../../../core/contract.ts';
import type { KnownPerson } from '../../foundation/privacy/contract.ts';
import type { ListRow, MatchRow, RowRow } from './rows.gen.ts';

export type DeletionList = ListRow;
const list = (values: readonly unknown[]): Knex.RawBinding => values as unknown as Knex.RawBinding;

/** Companies with a list that is being worked on. */
export const companiesDue = async (db: Knex): Promise<number[]> =>
  (await db('deletion_lists_list')
    .whereIn('state', ['suppressing', 'matching', 'deleting'])
    .distinct('company_id')
    .pluck('company_id')) as number[];

/** Locks the oldest list that something is to be done with; null where another worker has it, or there is none. */
export async function lockNext(ctx: Ctx): Promise<DeletionList | null> {
  const row = await ctx
    .db('deletion_lists_list')
    .where({ company_id: ctx.tenant.id })
    .whereIn('state', ['suppressing', 'matching', 'deleting'])
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .first();
  return (row as DeletionList | undefined) ?? null;
}
export const changeList = (db: Knex, id: number, change: Partial<DeletionList>): Promise<unknown> =>
  db('deletion_lists_list').where({ id }).update(change);

/** Rows behind a position, in their order. */
export const rowsBehind = (db: Knex, id: number, position: number, most: number): Promise<RowRow[]> =>
  db('deletion_lists_row').where({ list_id: id }).where('position', '>', position).orderBy('position').limit(most);

/** Notes records of people whom rows of the list name by these hashes. */
export async function noteMatches(
  ctx: Ctx,
  { id }: DeletionList,
  kind: string,
  people: readonly { person: KnownPerson; hash: Buffer }[],
): Promise<void> {
  if (people.length === 0) return;
  const of = (value: (person: KnownPerson) => unknown): Knex.RawBinding => list(people.map(({ person }) => value(person)));
  await ctx.db.raw(
    `insert into deletion_lists_match (company_id, list_id, position, kind, record, holder_id, email, phone, person_key)
     select r.company_id, r.list_id, r.position, ?, p.record, p.holder_id, p.email, p.phone, p.person_key
     from unnest(?::bytea[], ?::text[], ?::int[], ?::text[], ?::text[], ?::text[]) as p (hash, record, holder_id, email, phone, person_key)
     join deletion_lists_row r on r.list_id = ? and r.hash = p.hash
     on conflict do nothing`,
    [
      kind,
      list(people.map(({ hash }) => hash)),
      of((p) => p.id),
      of((p) => p.agencyId),
      of((p) => p.email),
      of((p) => p.phone),
      of((p) => p.key),
      id,
    ],
  );
}

/** Ends matching: telephone numbers that several people share are opted out, and nobody is deleted for them; an address is one person's. Answers how many rows were matched. */
export async function settleMatches(db: Knex, { id, type }: DeletionList): Promise<number> {
  if (type === 'phone')
    await db.raw(
      `update deletion_lists_row r set code = 4 from (
       select position from deletion_lists_match where list_id = :id group by position having count(distinct person_key) > 1) s
     where r.list_id = :id and r.position = s.position`,
      { id },
    );
  const { rows } = (await db.raw('select count(distinct position)::int as n from deletion_lists_match where list_id = ?', [id])) as {
    rows: [{ n: number }];
  };
  return rows[0].n;
}

/** Matches of rows that are to be deleted and were not asked for yet; those of one row together. */
export async function nextMatches(db: Knex, id: number, most: number): Promise<MatchRow[]> {
  const { rows } = (await db.raw(
    `select m.* from deletion_lists_match m
     where m.list_id = :id and m.done_at is null and m.request is null and m.position in (
       select o.position from deletion_lists_match o join deletion_lists_row r using (list_id, position)
       where o.list_id = :id and o.done_at is null and o.request is null and r.code is null order by o.position limit :most)`,
    { id, most },
  )) as { rows: MatchRow[] };
  return rows;
}
export const noteAsked = (db: Knex, { list_id, position, holder_id }: MatchRow, request: number): Promise<unknown> =>
  db('deletion_lists_match').where({ list_id, position, holder_id }).update({ request });
export const noteDone = (db: Knex, { list_id, position, kind }: MatchRow, now: Date): Promise<unknown> =>
  db('deletion_lists_match').where({ list_id, position, kind }).whereNull('holder_id').update({ done_at: now });

/** Requests whose end is waited for, by holder. */
export async function openRequests(db: Knex, id: number): Promise<{ holder: number; requests: number[] }[]> {
  const { rows } = (await db.raw(
    `select holder_id as holder, array_agg(distinct request) as requests from deletion_lists_match
     where list_id = ? and done_at is null and request is not null group by 1`,
    [id],
  )) as { rows: { holder: number; requests: number[] }[] };
  return rows;
}
export const endRequests = (db: Knex, id: number, holder: number, requests: readonly number[], now: Date): Promise<unknown> =>
  db('deletion_lists_match')
    .where({ list_id: id, holder_id: holder })
    .whereRaw('request = any(?::int[])', [list(requests)])
    .update({ done_at: now });

/** Rows all of whose records are gone count as deleted; answers whether anything is left to wait for. */
export async function settleDeleted(db: Knex, id: number): Promise<boolean> {
  await db.raw(
    `update deletion_lists_row r set code = 3 from (
       select position from deletion_lists_match where list_id = :id group by position having bool_and(done_at is not null)) d
     where r.list_id = :id and r.position = d.position and r.code is null`,
    { id },
  );
  const left = await db('deletion_lists_match as m')
    .join('deletion_lists_row as r', (on) => void on.on('r.list_id', 'm.list_id').andOn('r.position', 'm.position'))
    .where('m.list_id', id)
    .whereNull('r.code')
    .first('m.position');
  return left !== undefined;
}
export const forgetMatches = (db: Knex, id: number): Promise<unknown> => db('deletion_lists_match').where({ list_id: id }).delete();
