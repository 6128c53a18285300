import type { Knex } from 'knex';
import type { Identifier } from '../records.ts';
import type { SupplierDayRow, SupplierRow } from '../rows.gen.ts';

const STATE = 'intent_supplier';
const DAYS = 'intent_supplier_day';

/** A record ready to be added. */
export interface Ready {
  identifier: Identifier;
  keyword: string;
  state: string;
  zip: string;
  searchedAt: string;
}
export interface Added {
  added: number;
  known: number;
  /** About people who are not in the identity graph. */
  unknown: number;
  /** In a zip code that there is not, or that lies in another state. */
  misplaced: number;
}

/** Adds records; null while another import goes on: nothing was added then. */
export async function addRecords(db: Knex, records: readonly Ready[]): Promise<Added | null> {
  const sent = records.map(({ identifier, keyword, state, zip, searchedAt }) => ({
    mark_kind: identifier.kind,
    mark: identifier.value,
    person_key: identifier.key,
    keyword,
    state,
    zip,
    searched_at: searchedAt,
  }));
  const { rows } = (await db.raw('select * from intent_add(?::jsonb)', [JSON.stringify(sent)])) as { rows: Record<keyof Added, string>[] };
  const [row] = rows;
  if (!row) return null;
  return { added: Number(row.added), known: Number(row.known), unknown: Number(row.unknown), misplaced: Number(row.misplaced) };
}

/** The root companies whose supplier is to be asked. */
export const rootsDue = (db: Knex, now: Date): Promise<number[]> =>
  db(STATE).where('next_at', '<=', now).pluck('company_id') as Promise<number[]>;

export const supplierState = (db: Knex, rootId: number): Promise<SupplierRow | undefined> =>
  db(STATE).where({ company_id: rootId }).first();

/** The supplier is on: it is asked at once. Where it goes on stays, unless it is another one (`isOther`). */
export async function beginAsking(db: Knex, rootId: number, now: Date, isOther: boolean): Promise<void> {
  const fresh = { next_at: now, failures: 0, problem: null, ...(isOther ? { cursor: '' } : {}) };
  await db(STATE)
    .insert({ company_id: rootId, ...fresh })
    .onConflict('company_id')
    .merge(fresh);
}
/** The supplier is off; from where it went on is kept for when it is on again. */
export const endAsking = (db: Knex, rootId: number): Promise<unknown> =>
  db(STATE)
    .where({ company_id: rootId })
    .update({ next_at: db.raw(`'infinity'`) });

export const noteAsked = (db: Knex, rootId: number, change: Partial<SupplierRow>): Promise<unknown> =>
  db(STATE).where({ company_id: rootId }).update(change);

export type Figures = Record<'received' | 'added' | 'known' | 'unknown' | 'rejected', number>;

export async function noteFigures(db: Knex, rootId: number, day: string, figures: Figures): Promise<void> {
  const sums = Object.fromEntries(Object.keys(figures).map((name) => [name, db.raw('??.?? + excluded.??', [DAYS, name, name])]));
  await db(DAYS)
    .insert({ company_id: rootId, day, ...figures })
    .onConflict(['company_id', 'day'])
    .merge(sums);
}

export async function figuresSince(db: Knex, rootId: number, day: string): Promise<Figures> {
  const rows = (await db(DAYS).where({ company_id: rootId }).where('day', '>=', day)) as SupplierDayRow[];
  const sum = (name: keyof Figures): number => rows.reduce((all, row) => all + Number(row[name]), 0);
  return { received: sum('received'), added: sum('added'), known: sum('known'), unknown: sum('unknown'), rejected: sum('rejected') };
}
