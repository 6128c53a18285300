import { containing, type Ctx, likeOf, notFound, pageOfFound, pageWalked, T } from '../../../core/contract.ts';
import type { InvoiceState } from './contract.ts';
import { invoicesBy, type StoredInvoice } from './invoices.store.ts';
import type { CreditRow } from './rows.gen.ts';

/** What the path of one bill or credit note holds. */
export const At = T.Object({ id: T.String({ pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' }) });

export const SORTS = ['number', 'issued_at', 'total_cents'] as const;
export interface InvoiceQuery {
  /** The client, or a company above it. */
  companyId?: number;
  state?: InvoiceState;
  search?: string;
  sort: (typeof SORTS)[number];
  order: 'asc' | 'desc';
  offset: number;
  perPage: number;
}

/** How numbers of bills are written; a text of anything else is in none of them. */
const IN_NUMBERS = /^[\d-]+$/;

/** A page of the bills that the actor may read with the names of whose they are, and how many there are in all. */
export async function pageOfInvoices(
  ctx: Ctx,
  { companyId, state, search, sort, order, perPage, offset }: InvoiceQuery,
): Promise<{ rows: StoredInvoice[]; names: ReadonlyMap<number, string>; total: number }> {
  const found = ctx.query('Invoice');
  if (companyId) void found.where((q) => void q.where({ company_id: companyId }).orWhere({ agency_id: companyId }));
  if (state) void found.where({ state });
  if (search) {
    const named = ctx.db('named').select('id');
    void found
      .withMaterialized(
        'named',
        ctx
          .db('core_public_company')
          .where(containing(['name_key'], search))
          .select('id'),
      )
      .where((q) => {
        void q.whereIn('company_id', named).orWhereIn('agency_id', named);
        if (IN_NUMBERS.test(search)) void q.orWhere('number', 'like', likeOf(search));
      });
  }
  const page = search || sort !== 'issued_at' ? pageOfFound<string> : pageWalked<string>;
  const { ids, total } = await page(ctx.db, found, {
    // Of bills that were issued together, the last number is the newest.
    order: (sort === 'issued_at' ? [sort, 'number', 'id'] : [sort, 'id']).map((column) => [column, order] as const),
    perPage,
    offset,
  });
  const [rows, names] = await ctx.together([
    () => invoicesBy(ctx.db, ctx.db('billing_invoice').whereIn('id', ids)),
    () => namesOn(ctx, ids),
  ]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return { rows: ids.flatMap((id) => byId.get(id) ?? []), names, total };
}

/** The names of the companies whose these bills are, and of their agencies, as far as the reader sees them: a client does not see its agency's. */
export async function namesOn(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<number, string>> {
  const bills = ctx.db('billing_invoice').whereIn('id', ids);
  const companies = bills.clone().select('company_id').union(bills.select('agency_id'));
  const rows = (await ctx.db('core_public_company').whereIn('id', companies).select('id', 'name')) as { id: number; name: string }[];
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The bill. Throws 404 for one that the actor may not `action`. */
export async function oneOf(ctx: Ctx, id: string, action = 'read'): Promise<StoredInvoice> {
  const [invoice] = await invoicesBy(ctx.db, ctx.query('Invoice', action).where({ id }));
  if (!invoice) throw notFound();
  return invoice;
}

/** A credit note; `made_on` is the local day of it, null of an old one. */
type StoredCredit = Pick<
  CreditRow,
  'id' | 'company_id' | 'key' | 'number' | 'invoice_id' | 'cents' | 'tax_cents' | 'reason' | 'made_at' | 'made_on'
> & {
  /** Of the invoice that it gives back. */
  invoice_number: string | null;
};
export type Credit = Omit<StoredCredit, 'cents' | 'tax_cents'> & { cents: number; tax_cents: number };

const creditColumns = ({ db }: Ctx) => [
  'id',
  'company_id',
  'key',
  'number',
  'invoice_id',
  db.raw('(select i.number from billing_invoice i where i.id = billing_credit.invoice_id) as invoice_number'),
  'cents',
  'tax_cents',
  'reason',
  'made_at',
  db.raw(`to_char(made_on, 'YYYY-MM-DD') as made_on`),
];

/** A page of the credit notes that the actor may read with the names of the clients that they are for, newest first. */
export async function pageOfCredits(
  ctx: Ctx,
  at: { offset: number; perPage: number },
): Promise<{ rows: (Credit & { client: string })[]; total: number }> {
  const { ids, total } = await pageWalked<string>(ctx.db, ctx.query('CreditNote'), {
    order: [
      ['made_at', 'desc'],
      ['number', 'desc'],
      ['id', 'desc'],
    ],
    ...at,
  });
  const client = ctx.db('core_public_company as t').whereRaw('t.id = billing_credit.company_id').select('t.name').as('client');
  const rows = (await ctx.db('billing_credit').whereIn('id', ids).select(creditColumns(ctx)).select(client)) as (StoredCredit & {
    client: string;
  })[];
  const byId = new Map(rows.map((row) => [row.id, { ...creditOf(row), client: row.client }]));
  return { rows: ids.flatMap((id) => byId.get(id) ?? []), total };
}

export async function creditFor(ctx: Ctx, id: string): Promise<Credit | null> {
  const row = (await ctx.query('CreditNote').where({ id }).first(creditColumns(ctx))) as StoredCredit | undefined;
  return row ? creditOf(row) : null;
}

/** The credit notes that the actor may read and that give back a part of a bill, oldest first. */
export async function creditsOf(ctx: Ctx, invoiceId: string): Promise<Credit[]> {
  const found = ctx.query('CreditNote').where({ invoice_id: invoiceId }).orderBy('number');
  return ((await found.select(creditColumns(ctx))) as StoredCredit[]).map(creditOf);
}

/** Why a note was written, in the reader's language where nobody wrote it. */
export function reasonOf(ctx: Ctx, { reason, key, invoice_number: number }: Credit): string {
  if (reason) return reason;
  return key.includes(':refund:') ? ctx.t('billing.refund.note', { number: number ?? '' }) : ctx.t('billing.credit.small');
}

const creditOf = (row: StoredCredit): Credit => ({ ...row, cents: Number(row.cents), tax_cents: Number(row.tax_cents) });
