import {
  conflict,
  type Ctx,
  defineRoute,
  FileResponse,
  invalid,
  List,
  listOf,
  listOfAll,
  ListQuery,
  notFound,
  pageOf,
  T,
} from '../../core/contract.ts';
import { Payments } from '../payments/contract.ts';
import { asAgencyOf } from './billing.port.ts';
import { closeNow } from './close.service.ts';
import { credit } from './credits.service.ts';
import { creditOf, holdClient } from './credits.store.ts';
import { csvOf } from './documents/csv.ts';
import { creditDocument, invoiceDocument } from './documents/document.ts';
import { money } from './documents/money.ts';
import { pdfOf } from './documents/pdf.ts';
import type { StoredInvoice } from './invoices.store.ts';
import { creditedOf, creditFor, invoiceFor, pageOfCredits, pageOfInvoices, SORTS } from './lists.store.ts';
import { pay } from './pay.service.ts';

const STATES = ['open', 'paying', 'failed', 'paid', 'external', 'written_off'] as const;
const Uuid = T.String({ pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' });
const CompanyId = T.Integer({ minimum: 1, maximum: 2_147_483_647 });
const At = T.Object({ id: Uuid });
const { Page, PerPage } = ListQuery([]);
const Row = {
  id: T.String(),
  number: T.String(),
  company_id: T.Integer(),
  client: T.String(),
  agency: T.String(),
  term: T.String(),
  period: T.String(),
  issued_at: T.String(),
  total_cents: T.Integer(),
  credit_cents: T.Integer(),
  due_cents: T.Integer(),
  state: T.Enum([...STATES]),
  /** Whether the reader can pay it now. */
  payable: T.Enum(['T', 'F']),
};

/** Companies' names in the reader's sight; a client does not see its agency's. */
async function namesOf(ctx: Ctx, invoices: readonly StoredInvoice[]): Promise<Map<number, string>> {
  const ids = new Set(invoices.flatMap(({ companyId, agencyId }) => [companyId, agencyId]));
  const found = (await ctx
    .db('core_tenant')
    .whereIn('id', [...ids])
    .select('id', 'name')) as { id: number; name: string }[];
  return new Map(found.map(({ id, name }) => [id, name]));
}

const rowOf = (ctx: Ctx, invoice: StoredInvoice, names: ReadonlyMap<number, string>) => ({
  id: invoice.id,
  number: invoice.number,
  company_id: invoice.companyId,
  client: names.get(invoice.companyId) ?? '',
  agency: names.get(invoice.agencyId) ?? '',
  term: ctx.t(`billing.term.${invoice.term}`),
  period: invoice.periodFirst === invoice.periodLast ? invoice.periodFirst : `${invoice.periodFirst} – ${invoice.periodLast}`,
  issued_at: invoice.issuedAt.toISOString(),
  total_cents: invoice.totalCents,
  credit_cents: invoice.creditCents,
  due_cents: invoice.dueCents,
  state: invoice.state,
  payable: (invoice.state === 'open' || invoice.state === 'failed') && ctx.can('pay', 'Invoice') ? ('T' as const) : ('F' as const),
});

async function oneOf(ctx: Ctx, id: string, action = 'read'): Promise<StoredInvoice> {
  const invoice = await invoiceFor(ctx, id, action);
  if (!invoice) throw notFound();
  return invoice;
}

const list = defineRoute({
  id: 'billing.invoices',
  method: 'GET',
  path: '/billing/invoices',
  summary: 'Invoices of the own company and of those below it',
  ability: ['read', 'Invoice'],
  query: T.Object({
    ...ListQuery(SORTS),
    companyID: T.Optional(CompanyId),
    state: T.Optional(T.Enum([...STATES])),
  }),
  response: List(T.Object(Row)),
  async handler(ctx, { query }) {
    const at = pageOf(query);
    const { rows, total } = await pageOfInvoices(ctx, {
      ...(query.companyID !== undefined && { companyId: query.companyID }),
      ...(query.state !== undefined && { state: query.state }),
      ...(query.search && { search: query.search }),
      sort: (query.sortby ?? 'issued_at') as (typeof SORTS)[number],
      order: query.sortby ? (query.order ?? 'asc') : 'desc',
      offset: at.offset,
      limit: at.perPage,
    });
    const names = await namesOf(ctx, rows);
    return listOf(
      rows.map((invoice) => rowOf(ctx, invoice, names)),
      total,
      at,
    );
  },
});

const one = defineRoute({
  id: 'billing.invoice',
  method: 'GET',
  path: '/billing/invoices/:id',
  summary: 'One invoice',
  ability: ['read', 'Invoice'],
  params: At,
  response: T.Object(Row),
  async handler(ctx, { params }) {
    const invoice = await oneOf(ctx, params.id);
    return rowOf(ctx, invoice, await namesOf(ctx, [invoice]));
  },
});

const lines = defineRoute({
  id: 'billing.lines',
  method: 'GET',
  path: '/billing/invoices/:id/lines',
  summary: 'The lines of an invoice',
  ability: ['read', 'Invoice'],
  params: At,
  query: T.Object({ Page, PerPage }),
  response: List(
    T.Object({
      key: T.Integer(),
      text: T.String(),
      kind: T.String(),
      quantity: T.Integer(),
      unit_cents: T.Integer(),
      amount_cents: T.Integer(),
    }),
  ),
  async handler(ctx, { params, query }) {
    const invoice = await oneOf(ctx, params.id);
    const rows = invoice.lines.map((line, key) => ({
      key,
      text: line.text,
      kind: ctx.t(`billing.line.${line.kind}`),
      quantity: line.quantity,
      unit_cents: line.unitCents,
      amount_cents: line.amountCents,
    }));
    return listOfAll(rows, query, ctx.locale, (row) => `${row.text} ${row.kind}`);
  },
});

const pdf = defineRoute({
  id: 'billing.pdf',
  method: 'GET',
  path: '/billing/invoices/:id/pdf',
  summary: "An invoice as a PDF in the agency's brand",
  ability: ['read', 'Invoice'],
  audit: 'billing.downloaded',
  params: At,
  response: FileResponse,
  async handler(ctx, { params }) {
    const document = await invoiceDocument(ctx, await oneOf(ctx, params.id));
    return { filename: `${document.number}.pdf`, type: 'application/pdf', body: await pdfOf(document) };
  },
});

const csv = defineRoute({
  id: 'billing.csv',
  method: 'GET',
  path: '/billing/invoices/:id/csv',
  summary: 'An invoice as a CSV file',
  ability: ['read', 'Invoice'],
  audit: 'billing.downloaded',
  params: At,
  response: FileResponse,
  async handler(ctx, { params }) {
    const document = await invoiceDocument(ctx, await oneOf(ctx, params.id));
    return { filename: `${document.number}.csv`, type: 'text/csv; charset=utf-8', body: csvOf(document) };
  },
});

/** The amount comes from the invoice; the browser names nothing but which one. */
const payNow = defineRoute({
  id: 'billing.pay',
  method: 'POST',
  path: '/billing/invoices/:id/pay',
  summary: 'Pay an open or failed invoice with the card on file',
  ability: ['pay', 'Invoice'],
  audit: 'billing.paid-by-hand',
  stepUp: true,
  db: 'intent',
  params: At,
  response: T.Object({ result: T.String(), message: T.String() }),
  async handler(ctx, { params }) {
    const { operation } = await ctx.transaction(async (inner) => pay(inner, (await oneOf(inner, params.id, 'pay')).id));
    const settled = operation && (await ctx.use(Payments).outcome(operation.id));
    if (settled?.state === 'failed') throw conflict('billing.problem.declined');
    return { result: 'success', message: ctx.t(!settled || settled.state === 'succeeded' ? 'billing.pay.done' : 'billing.pay.under-way') };
  },
});

const giveCredit = defineRoute({
  id: 'billing.give-credit',
  method: 'POST',
  path: '/billing/invoices/:id/credit-notes',
  summary: 'Give a client credit for an invoice, up to its amount; the next invoice takes it off',
  ability: ['credit', 'Invoice'],
  audit: 'billing.credited',
  stepUp: true,
  idempotent: true,
  params: At,
  body: T.Object({
    cents: T.Integer({ minimum: 1, maximum: 100_000_000 }),
    reason: T.String({ minLength: 3, maxLength: 300, pattern: '\\S' }),
  }),
  response: T.Object({ result: T.String(), message: T.String() }),
  async handler(ctx, { params, body }) {
    const invoice = await oneOf(ctx, params.id, 'credit');
    await asAgencyOf(ctx, invoice.companyId, async (inner) => {
      await holdClient(inner.db, invoice.companyId);
      const before = await creditedOf(inner, invoice);
      const most = invoice.totalCents - before.cents;
      if (body.cents > most) throw invalid('cents', 'billing.problem.credit-most', { amount: money(most, ctx.locale) });
      const key = `invoice:${invoice.id}:${before.notes + 1}`;
      const wish = { key, companyId: invoice.companyId, campaignId: null, cents: body.cents, feeCents: 0, reason: body.reason.trim() };
      await credit(inner, wish);
    });
    return { result: 'success', message: ctx.t('billing.credit.done', { amount: money(body.cents, ctx.locale) }) };
  },
});

const invoiceNow = defineRoute({
  id: 'billing.invoice-now',
  method: 'POST',
  path: '/billing/clients/:companyId/invoice-now',
  summary: 'Invoice what a client owes to this moment, before its period is over',
  ability: ['issue', 'Invoice'],
  audit: 'billing.invoiced-by-hand',
  stepUp: true,
  params: T.Object({ companyId: CompanyId }),
  response: T.Object({ result: T.String(), message: T.String() }),
  async handler(ctx, { params }) {
    const client = await ctx.company(params.companyId);
    if (client?.kind !== 'client' || client.agencyId !== ctx.tenant.id) throw notFound();
    const issued = await closeNow(ctx, client);
    const numbers = issued.map(({ number }) => number).join(', ');
    return { result: 'success', message: numbers ? ctx.t('billing.invoice-now.done', { numbers }) : ctx.t('billing.invoice-now.nothing') };
  },
});

const credits = defineRoute({
  id: 'billing.credits',
  method: 'GET',
  path: '/billing/credit-notes',
  summary: 'Credit notes of the own company and of those below it',
  ability: ['read', 'CreditNote'],
  query: T.Object({ Page, PerPage }),
  response: List(
    T.Object({ id: T.String(), number: T.String(), client: T.String(), reason: T.String(), made_at: T.String(), cents: T.Integer() }),
  ),
  async handler(ctx, { query }) {
    const at = pageOf(query);
    const { rows, total } = await pageOfCredits(ctx, at);
    const data = [];
    for (const row of rows) {
      const { id, number, cents } = row;
      const client = (await ctx.company(row.company_id))?.name ?? '';
      data.push({ id, number, cents, client, reason: row.reason || ctx.t('billing.credit.small'), made_at: row.made_at.toISOString() });
    }
    return listOf(data, total, at);
  },
});

const creditPdf = defineRoute({
  id: 'billing.credit-pdf',
  method: 'GET',
  path: '/billing/credit-notes/:id/pdf',
  summary: "A credit note as a PDF in the agency's brand",
  ability: ['read', 'CreditNote'],
  audit: 'billing.downloaded',
  params: At,
  response: FileResponse,
  async handler(ctx, { params }) {
    const note = await creditFor(ctx, params.id);
    if (!note) throw notFound();
    const document = await creditDocument(ctx, note);
    return { filename: `${document.number}.pdf`, type: 'application/pdf', body: await pdfOf(document) };
  },
});

const left = defineRoute({
  id: 'billing.credit-left',
  method: 'GET',
  path: '/billing/credit',
  summary: 'Credit of the own company that the next invoice takes off, in cents',
  ability: ['pay', 'Invoice'],
  response: T.Object({ credit_cents: T.Integer() }),
  handler: async (ctx) => ({ credit_cents: await creditOf(ctx.db, ctx.tenant.id) }),
});

export const billingRoutes = [list, one, lines, pdf, csv, payNow, giveCredit, invoiceNow, credits, creditPdf, left];
