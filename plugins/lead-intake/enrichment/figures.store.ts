import type { Knex } from 'knex';
import type { Supplier } from './suppliers.settings.ts';

export interface FieldCount {
  field: string;
  asked: number;
  filled: number;
}

/** Takes the money for up to `want` questions out of a supplier's budget of the day; answers for how many there is some. */
export async function takeBudget(db: Knex, { id, costCents, dailyCents }: Supplier, day: string, want: number): Promise<number> {
  const { rows } = (await db.raw('select enrichment_take(?, ?, ?, ?, ?) as got', [id, day, want, costCents, dailyCents])) as {
    rows: [{ got: number }];
  };
  return rows[0].got;
}

export interface Noted {
  found: number;
  failed: number;
  /** What its answers cost beside what was taken for them. */
  changeCents: number;
  fields: readonly FieldCount[];
}
export const noteAnswers = (db: Knex, supplier: string, day: string, { found, failed, changeCents, fields }: Noted): Promise<unknown> =>
  db.raw('select enrichment_note(?, ?, ?, ?, ?, ?::jsonb)', [supplier, day, found, failed, changeCents, JSON.stringify(fields)]);

/** Nobody asks a supplier that named another price until an operator has looked. */
export const stopSupplier = (db: Knex, supplier: string, cents: number): Promise<unknown> =>
  db.raw('select enrichment_stop(?, ?)', [supplier, cents]);

export const resumeSupplier = (db: Knex, supplier: string): Promise<unknown> => db('enrichment_halt').where({ supplier }).delete();

export interface Figures {
  asked: number;
  found: number;
  failed: number;
  costCents: number;
}
/** What each supplier was asked since a day, up to another where one is given, as the root sees it. */
export async function figuresSince(db: Knex, day: string, last?: string): Promise<Map<string, Figures>> {
  const rows = (await db('enrichment_day')
    .where('day', '>=', day)
    .modify((query) => last !== undefined && void query.where('day', '<=', last))
    .groupBy('supplier')
    .select('supplier')
    .sum({ asked: 'asked', found: 'found', failed: 'failed', cents: 'cost_cents' })) as {
    supplier: string;
    asked: string;
    found: string;
    failed: string;
    cents: string;
  }[];
  return new Map(
    rows.map(({ supplier, asked, found, failed, cents }) => [
      supplier,
      { asked: Number(asked), found: Number(found), failed: Number(failed), costCents: Number(cents) },
    ]),
  );
}

/** The prices that halted suppliers named, in cents. */
export async function haltedSuppliers(db: Knex): Promise<Map<string, number>> {
  const rows = (await db('enrichment_halt').select('supplier', 'named_cents')) as { supplier: string; named_cents: number }[];
  return new Map(rows.map(({ supplier, named_cents: cents }) => [supplier, cents]));
}

/** How often a field was asked for and known since a day, by supplier. */
export async function fieldsSince(db: Knex, day: string): Promise<(FieldCount & { supplier: string })[]> {
  const rows = (await db('enrichment_field')
    .where('day', '>=', day)
    .groupBy('supplier', 'field')
    .orderBy(['supplier', 'field'])
    .select('supplier', 'field')
    .sum({ asked: 'asked', filled: 'filled' })) as { supplier: string; field: string; asked: string; filled: string }[];
  return rows.map((row) => ({ ...row, asked: Number(row.asked), filled: Number(row.filled) }));
}
