import type { Knex } from 'knex';
import type { SpendMonth } from './anniversary.ts';
import type { MonthRow } from './rows.gen.ts';

export type Basis = 'standard' | 'developer' | 'none';
export interface Month {
  number: number;
  first: string;
  last: string;
  basis: Basis;
  minimumCents: number;
  spentCents: number;
  chargedCents: number;
  waived: 'excluded' | 'small' | null;
  closedAt: Date | null;
}
const TABLE = 'agency_billing_month';

export interface MonthFigures {
  basis: Basis;
  minimum_cents: number;
  spent_cents: number;
}

/** Notes that the agency was told of a month's shortfall; false when it was told before, or the month is over. */
export async function noteNotice(db: Knex, agencyId: number, month: SpendMonth, figures: MonthFigures, now: Date): Promise<boolean> {
  const { number, first, last } = month;
  const rows = (await db(TABLE)
    .insert({ company_id: agencyId, number, first, last, ...figures, noticed_at: now })
    .onConflict(['company_id', 'first'])
    .ignore()
    .returning('number')) as unknown[];
  return rows.length === 1;
}

/** Closes a month, once; false when it was closed before. */
export async function closeMonth(
  db: Knex,
  agencyId: number,
  month: SpendMonth,
  figures: MonthFigures & { charged_cents: number; waived: Month['waived']; charge_id: string | null },
  now: Date,
): Promise<boolean> {
  const { number, first, last } = month;
  const rows = (await db(TABLE)
    .insert({ company_id: agencyId, number, first, last, ...figures, closed_at: now })
    .onConflict(['company_id', 'first'])
    .merge({ ...figures, closed_at: now })
    .whereNull(`${TABLE}.closed_at`)
    .returning('number')) as unknown[];
  return rows.length === 1;
}

type StoredMonth = Omit<MonthRow, 'charge_id' | 'noticed_at' | 'company_id' | 'agency_id' | 'root_id'>;

/** A page of the agency's closed months, newest first. */
export async function closedMonths(
  db: Knex,
  agencyId: number,
  at: { offset: number; perPage: number },
): Promise<{ rows: Month[]; total: number }> {
  const closed = db(TABLE).where({ company_id: agencyId }).whereNotNull('closed_at');
  const [{ n }] = (await closed.clone().count('* as n')) as [{ n: string }];
  const rows = (await closed
    .orderBy('first', 'desc')
    .offset(at.offset)
    .limit(at.perPage)
    .select(
      'number',
      'basis',
      'minimum_cents',
      'spent_cents',
      'charged_cents',
      'waived',
      'closed_at',
      db.raw(`to_char(first, 'YYYY-MM-DD') as first`),
      db.raw(`to_char(last, 'YYYY-MM-DD') as last`),
    )) as StoredMonth[];
  return { rows: rows.map(monthOf), total: Number(n) };
}

const monthOf = (row: StoredMonth): Month => ({
  number: row.number,
  first: row.first,
  last: row.last,
  basis: row.basis,
  minimumCents: Number(row.minimum_cents),
  spentCents: Number(row.spent_cents),
  chargedCents: Number(row.charged_cents),
  waived: row.waived,
  closedAt: row.closed_at,
});
