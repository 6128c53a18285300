import type { Knex } from 'knex';
import type { Term } from '../../money/pricing/contract.ts';
import type { Invoice, InvoiceState } from './contract.ts';
import { linesOf } from './lines.store.ts';
import type { InvoiceRow } from './rows.gen.ts';
import { taxLinesOf } from './taxes/tax-lines.store.ts';

/** A bill with what only its keeper needs to know. */
export interface StoredInvoice extends Invoice {
  /** Of what was paid: what went back on purpose, and what was too much and became credit. */
  refundedCents: number;
  overCents: number;
  /** What payments have brought and not taken back, and the root's part of it. */
  paidCents: number;
  paidFeeCents: number;
  round: number;
}
/** What is still to be paid of a bill, in cents; nothing of one that is paid or closed. */
export const leftOf = ({ state, dueCents, paidCents }: StoredInvoice): number =>
  ['paid', 'written_off', 'void'].includes(state) ? 0 : dueCents - paidCents;

export interface InvoiceChange {
  state?: InvoiceState;
  operation_id?: string | null;
  paid_cents?: number;
  paid_fee_cents?: number;
  paid_at?: Date | null;
  round?: number;
  try_at?: Date | null;
  note?: string;
  refunded_cents?: number;
  over_cents?: number;
}

const COLUMNS =
  'id number company_id agency_id term total_cents tax_cents credit_cents fee_cents paid_cents paid_fee_cents refunded_cents over_cents state round operation_id issued_at paid_at';
/** The columns of a bill as the functions here read them; days as `2027-03-08`. */
const columns = (db: Knex) => [
  ...COLUMNS.split(' '),
  db.raw(`to_char(period_first, 'YYYY-MM-DD') as period_first`),
  db.raw(`to_char(period_last, 'YYYY-MM-DD') as period_last`),
  db.raw(`to_char(issued_on, 'YYYY-MM-DD') as issued_on`),
  db.raw(`to_char(due_on, 'YYYY-MM-DD') as due_on`),
];

/** The rows that a query over the bills finds, whole. */
export async function invoicesBy(db: Knex, query: Knex.QueryBuilder): Promise<StoredInvoice[]> {
  const rows = (await query.select(columns(db))) as InvoiceRow[];
  const ids = rows.map((row) => row.id);
  const [lines, taxes] = await Promise.all([linesOf(db, ids), taxLinesOf(db, ids)]);
  return rows.map((row) => ({
    id: row.id,
    number: row.number,
    companyId: row.company_id,
    agencyId: row.agency_id,
    term: row.term,
    periodFirst: row.period_first,
    periodLast: row.period_last,
    lines: lines.get(row.id)!,
    taxes: taxes.get(row.id)!,
    taxCents: Number(row.tax_cents),
    totalCents: Number(row.total_cents),
    creditCents: Number(row.credit_cents),
    dueCents: Number(row.total_cents) - Number(row.credit_cents),
    feeCents: Number(row.fee_cents),
    state: row.state,
    operationId: row.operation_id,
    issuedAt: row.issued_at,
    issuedOn: row.issued_on,
    dueOn: row.due_on,
    paidAt: row.paid_at,
    paidCents: Number(row.paid_cents),
    paidFeeCents: Number(row.paid_fee_cents),
    refundedCents: Number(row.refunded_cents),
    overCents: Number(row.over_cents),
    round: row.round,
  }));
}

export async function findInvoice(db: Knex, id: string): Promise<StoredInvoice | null> {
  return (await invoicesBy(db, db('billing_invoice').where({ id })))[0] ?? null;
}

/** The bill, held until the transaction ends. */
export async function lockInvoice(db: Knex, which: { id: string } | { company_id: number; number: string }): Promise<StoredInvoice | null> {
  return (await invoicesBy(db, db('billing_invoice').where(which).forUpdate()))[0] ?? null;
}

/**
 * The bill on which a campaign's lead of a moment is: the first of the calendar after it, or else the last pack before it; null while no
 * bill has it. One that is void does not count.
 */
export async function invoiceOfLead(db: Knex, campaignId: number, leadAt: Date): Promise<StoredInvoice | null> {
  const on = (kind: string): Knex.QueryBuilder =>
    db('billing_invoice')
      .whereNot({ state: 'void' })
      .whereIn('id', db('billing_line').where({ campaign_id: campaignId, kind }).whereNotNull('invoice_id').select('invoice_id'))
      .limit(1);
  const [billed] = await invoicesBy(db, on('leads').where('issued_at', '>=', leadAt).orderBy('issued_at'));
  const [bought] = billed ? [billed] : await invoicesBy(db, on('pack').where('issued_at', '<=', leadAt).orderBy('issued_at', 'desc'));
  return bought ?? null;
}

/** A client's bills in some states, oldest first; held until the transaction ends with `hold`. */
export function invoicesIn(db: Knex, companyId: number, states: readonly InvoiceState[], hold = false): Promise<StoredInvoice[]> {
  const query = db('billing_invoice')
    .where({ company_id: companyId })
    .whereIn('state', [...states])
    .orderBy('issued_at')
    .orderBy('number');
  if (hold) void query.forUpdate();
  return invoicesBy(db, query);
}

export async function isToTry(db: Knex, now: Date): Promise<boolean> {
  return (await db('billing_invoice').where({ state: 'open' }).where('try_at', '<=', now).first('id')) !== undefined;
}

/** Agencies with a bill that is to be tried by now. */
export const agenciesToTry = (db: Knex, now: Date): Promise<number[]> =>
  db('billing_invoice').whereRaw(`state = 'open'`).where('try_at', '<=', now).distinct('agency_id').pluck('agency_id') as Promise<number[]>;

/** Takes one bill that is to be tried by now; nobody else gets it. */
export async function takeToTry(db: Knex, now: Date): Promise<StoredInvoice | null> {
  const query = db('billing_invoice')
    .where({ state: 'open' })
    .where('try_at', '<=', now)
    .orderBy('try_at')
    .limit(1)
    .forUpdate()
    .skipLocked();
  return (await invoicesBy(db, query))[0] ?? null;
}

export interface NewInvoice {
  companyId: number;
  number: string;
  term: Term;
  periodFirst: string;
  periodLast: string;
  totalCents: number;
  taxCents: number;
  creditCents: number;
  feeCents: number;
  state: InvoiceState;
  tryAt: Date | null;
  issuedAt: Date;
  issuedOn: string;
  dueOn: string;
}
export async function insertInvoice(db: Knex, wanted: NewInvoice): Promise<string> {
  const [{ id }] = (await db('billing_invoice')
    .insert({
      company_id: wanted.companyId,
      number: wanted.number,
      term: wanted.term,
      period_first: wanted.periodFirst,
      period_last: wanted.periodLast,
      total_cents: wanted.totalCents,
      tax_cents: wanted.taxCents,
      credit_cents: wanted.creditCents,
      fee_cents: wanted.feeCents,
      state: wanted.state,
      try_at: wanted.tryAt,
      issued_at: wanted.issuedAt,
      issued_on: wanted.issuedOn,
      due_on: wanted.dueOn,
      paid_at: wanted.state === 'paid' ? wanted.issuedAt : null,
    })
    .returning('id')) as [{ id: string }];
  return id;
}
export async function changeInvoice(db: Knex, id: string, change: InvoiceChange): Promise<void> {
  await db('billing_invoice')
    .where({ id })
    .update({ ...change });
}

/** The next number of an agency's series in a year. Rolling back gives it back. */
export async function nextNumber(db: Knex, agencyId: number, series: 'invoice' | 'credit', year: number): Promise<string> {
  const { rows } = (await db.raw('select billing_next_number(?, ?, ?) as n', [agencyId, series, year])) as { rows: [{ n: number }] };
  const number = `${year}-${String(rows[0].n).padStart(6, '0')}`;
  return series === 'credit' ? `CN-${number}` : number;
}
