import type { Knex } from 'knex';
import type { CalendarTerm, Period } from './calendar/periods.ts';
import type { InvoiceState } from './contract.ts';
import type { PeriodRow } from './rows.gen.ts';

export interface StoredPeriod extends Period {
  companyId: number;
}
const COLUMNS = (db: Knex) => [
  'company_id',
  'term',
  'zone',
  db.raw(`to_char(first, 'YYYY-MM-DD') as first`),
  db.raw(`to_char(last, 'YYYY-MM-DD') as last`),
  'start_at',
  'end_at',
  'due_at',
];

/** Opens a period of a client unless one of the term is open, or this one was closed already. Answers whether it did. */
export async function openPeriod(db: Knex, companyId: number, period: Period): Promise<boolean> {
  const opened = await db('billing_period')
    .insert({
      company_id: companyId,
      term: period.term,
      zone: period.zone,
      first: period.first,
      last: period.last,
      start_at: period.start,
      end_at: period.end,
      due_at: period.due,
    })
    .onConflict()
    .ignore()
    .returning('company_id');
  return opened.length > 0;
}

/** The last period of a client and term, open or closed. */
export async function lastPeriod(db: Knex, companyId: number, term: CalendarTerm): Promise<StoredPeriod | null> {
  const query = db('billing_period').where({ company_id: companyId, term }).orderBy('first', 'desc');
  const row = (await query.first(COLUMNS(db))) as PeriodRow | undefined;
  return row ? periodOf(row) : null;
}

/** The companies, of those in sight, for which a period is due; whose turn it was longest comes first. */
export async function companiesDue(db: Knex, now: Date, limit: number): Promise<number[]> {
  const rows = (await db('billing_period')
    .whereNull('closed_at')
    .where('due_at', '<=', now)
    .groupBy('company_id')
    .orderByRaw('min(due_at), company_id')
    .limit(limit)
    .select('company_id')) as { company_id: number }[];
  return rows.map((row) => row.company_id);
}

/** Agencies for a client of which a period is due. */
export const agenciesWithPeriodsDue = (db: Knex, now: Date): Promise<number[]> =>
  db('billing_period').whereNull('closed_at').where('due_at', '<=', now).distinct('agency_id').pluck('agency_id') as Promise<number[]>;

/** Clients with an open period: the company itself, or those below an agency. */
export async function companiesWithPeriods(db: Knex, companyId: number): Promise<number[]> {
  const query = db('billing_period').whereNull('closed_at');
  void query.where((q) => void q.where({ company_id: companyId }).orWhere({ agency_id: companyId }));
  return (await query.distinct('company_id').orderBy('company_id').pluck('company_id')) as number[];
}

/** Open periods of a client, oldest first; those that are due by `due`, if given. To be asked while the client's row is held. */
export async function openPeriods(db: Knex, companyId: number, due?: Date): Promise<StoredPeriod[]> {
  const query = db('billing_period').where({ company_id: companyId }).whereNull('closed_at');
  if (due) void query.where('due_at', '<=', due);
  return ((await query.orderBy('due_at').orderBy('term').select(COLUMNS(db))) as PeriodRow[]).map(periodOf);
}

/** Where the oldest period begins that is open, or has an invoice in one of the states; null when there is none. */
export async function owedSince(db: Knex, companyId: number, term: CalendarTerm, states: readonly InvoiceState[]): Promise<Date | null> {
  const invoices = db('billing_invoice as i')
    .whereRaw('(i.company_id, i.term, i.period_first) = (p.company_id, p.term, p.first)')
    .whereIn('i.state', states)
    .select(db.raw('1'));
  const [{ since }] = (await db('billing_period as p')
    .where({ company_id: companyId, term })
    .where((q) => void q.whereNull('closed_at').orWhereExists(invoices))
    .min('start_at as since')) as [{ since: Date | null }];
  return since;
}

/** Closes a period, once. Throws when it was closed before, which undoes what was billed for it a second time. */
export async function closePeriod(db: Knex, period: StoredPeriod, at: Date, invoiceId: string | null): Promise<void> {
  const closed = await db('billing_period')
    .where({ company_id: period.companyId, term: period.term, first: period.first })
    .whereNull('closed_at')
    .update({ closed_at: at, invoice_id: invoiceId });
  if (closed !== 1) throw new Error(`period ${period.term} ${period.first} of ${period.companyId} is closed already`);
}

/** Closes what is open of a client that is gone. */
export async function dropPeriods(db: Knex, companyId: number, at: Date): Promise<void> {
  await db('billing_period').where({ company_id: companyId }).whereNull('closed_at').update({ closed_at: at });
}

const periodOf = (row: PeriodRow): StoredPeriod => ({
  companyId: row.company_id,
  term: row.term,
  zone: row.zone,
  first: row.first,
  last: row.last,
  start: row.start_at,
  end: row.end_at,
  due: row.due_at,
});
