import { type Ctx, likeOf } from '../../core/contract.ts';
import type { InvoiceState } from './contract.ts';
import { invoicesBy, type StoredInvoice } from './invoices.store.ts';

export const SORTS = ['number', 'issued_at', 'total_cents'] as const;
export interface InvoiceQuery {
  /** The client, or a company above it. */
  companyId?: number;
  state?: InvoiceState;
  search?: string;
  sort: (typeof SORTS)[number];
  order: 'asc' | 'desc';
  offset: number;
  limit: number;
}

/** A page of the bills that the actor may read, and how many there are in all. */
export async function pageOfInvoices(ctx: Ctx, query: InvoiceQuery): Promise<{ rows: StoredInvoice[]; total: number }> {
  const { companyId, state, search } = query;
  const found = ctx.query('Invoice');
  if (companyId) void found.where((q) => void q.where({ company_id: companyId }).orWhere({ agency_id: companyId }));
  if (state) void found.where({ state });
  if (search) {
    const named = ctx.db('core_tenant').whereILike('name', likeOf(search)).select('id');
    void found.where((q) => void q.whereILike('number', likeOf(search)).orWhereIn('company_id', named).orWhereIn('agency_id', named));
  }
  const counted = (await found.clone().count({ n: '*' }).first()) as { n: string };
  const page = found
    .orderBy([
      { column: query.sort, order: query.order },
      { column: 'id', order: 'asc' },
    ])
    .limit(query.limit)
    .offset(query.offset);
  return { rows: await invoicesBy(ctx.db, page), total: Number(counted.n) };
}

/** The bill, if the actor may `action` it. */
export async function invoiceFor(ctx: Ctx, id: string, action = 'read'): Promise<StoredInvoice | null> {
  return (await invoicesBy(ctx.db, ctx.query('Invoice', action).where({ id })))[0] ?? null;
}

export interface CreditRow {
  id: string;
  company_id: number;
  number: string;
  cents: number;
  reason: string;
  made_at: Date;
}

/** A page of the credit notes that the actor may read, newest first. */
export async function pageOfCredits(ctx: Ctx, at: { offset: number; perPage: number }): Promise<{ rows: CreditRow[]; total: number }> {
  const found = ctx.query('CreditNote');
  const counted = (await found.clone().count({ n: '*' }).first()) as { n: string };
  const rows = (await found
    .orderBy([
      { column: 'made_at', order: 'desc' },
      { column: 'number', order: 'desc' },
    ])
    .limit(at.perPage)
    .offset(at.offset)
    .select('id', 'company_id', 'number', 'cents', 'reason', 'made_at')) as (CreditRow & { cents: string })[];
  return { rows: rows.map((row) => ({ ...row, cents: Number(row.cents) })), total: Number(counted.n) };
}

export async function creditFor(ctx: Ctx, id: string): Promise<CreditRow | null> {
  const row = (await ctx.query('CreditNote').where({ id }).first()) as (CreditRow & { cents: string }) | undefined;
  return row ? { ...row, cents: Number(row.cents) } : null;
}

/** What credit notes made for a bill give back so far, and how many they are; their keys begin with it. */
export async function creditedOf(ctx: Ctx, invoice: StoredInvoice): Promise<{ cents: number; notes: number }> {
  const row = (await ctx
    .db('billing_credit')
    .where({ company_id: invoice.companyId })
    .whereLike('key', `invoice:${invoice.id}:%`)
    .first(ctx.db.raw('count(*)::int as notes, coalesce(sum(cents), 0)::bigint as cents'))) as { notes: number; cents: string };
  return { cents: Number(row.cents), notes: row.notes };
}
