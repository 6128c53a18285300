import {
  asking,
  type Ctx,
  daysText,
  defineRoute,
  Flag,
  flagOf,
  List,
  listOf,
  ListQuery,
  notFound,
  pageOf,
  shownMoney,
  T,
  type Tenant,
} from '../../../core/contract.ts';
import { Payments } from '../../money/payments/contract.ts';
import { closeNowQuestion } from './close-question.ts';
import { closeNow } from './close.service.ts';
import { leftOf, type StoredInvoice } from './invoices.store.ts';
import { At, namesOn, oneOf, pageOfInvoices, SORTS } from './lists.store.ts';
import { pay } from './pay.service.ts';
import { isRefundable } from './refunds/refundable.ts';
import { isVoidable, voidInvoice } from './void.service.ts';

const STATES = ['open', 'paying', 'failed', 'paid', 'external', 'written_off', 'void'] as const;
const CompanyId = T.Integer({ minimum: 1, maximum: 2_147_483_647 });
const Row = {
  id: T.String(),
  number: T.String(),
  company_id: T.Integer(),
  client: T.String(),
  agency: T.String(),
  term: T.String(),
  period: T.String(),
  issued_at: T.String(),
  /** The local day until which it is to be paid; null of one from before it was kept. */
  due_on: T.Union([T.String(), T.Null()]),
  /** With all taxes, of which it names the sum. */
  total_cents: T.Integer(),
  tax_cents: T.Integer(),
  credit_cents: T.Integer(),
  paid_cents: T.Integer(),
  refunded_cents: T.Integer(),
  /** What is still to be paid. */
  due_cents: T.Integer(),
  /** The same for texts. */
  due: T.String(),
  state: T.Enum([...STATES]),
  /** Whether the reader can pay it now. */
  payable: Flag,
  /** Whether the reader can void it now. */
  voidable: Flag,
  /** Whether the reader can give back what was paid for it. */
  refundable: Flag,
};

const rowOf = (ctx: Ctx, invoice: StoredInvoice, names: ReadonlyMap<number, string>) => ({
  id: invoice.id,
  number: invoice.number,
  company_id: invoice.companyId,
  client: names.get(invoice.companyId) ?? '',
  agency: invoice.agencyId === ctx.tenant.id ? '' : (names.get(invoice.agencyId) ?? ''),
  term: ctx.t(`billing.term.${invoice.term}`),
  period: daysText(invoice.periodFirst, invoice.periodLast, ctx.locale),
  issued_at: invoice.issuedAt.toISOString(),
  due_on: invoice.dueOn,
  total_cents: invoice.totalCents,
  tax_cents: invoice.taxCents,
  credit_cents: invoice.creditCents,
  paid_cents: invoice.paidCents,
  refunded_cents: invoice.refundedCents,
  due_cents: leftOf(invoice),
  due: shownMoney(leftOf(invoice)),
  state: invoice.state,
  payable: flagOf((invoice.state === 'open' || invoice.state === 'failed') && ctx.can('pay', 'Invoice')),
  voidable: flagOf(isVoidable(invoice) && ctx.can('void', 'Invoice')),
  refundable: flagOf(isRefundable(invoice) && ctx.can('refund', 'Invoice')),
});

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
    const { rows, names, total } = await pageOfInvoices(ctx, {
      ...(query.companyID !== undefined && { companyId: query.companyID }),
      ...(query.state !== undefined && { state: query.state }),
      ...(query.search && { search: query.search }),
      sort: (query.sortby ?? 'issued_at') as (typeof SORTS)[number],
      order: query.sortby ? (query.order ?? 'asc') : 'desc',
      offset: at.offset,
      perPage: at.perPage,
    });
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
  response: T.Object({ ...Row, title: T.String() }),
  async handler(ctx, { params }) {
    const [invoice, names] = await ctx.together([() => oneOf(ctx, params.id), () => namesOn(ctx, [params.id])]);
    const row = rowOf(ctx, invoice, names);
    return { ...row, title: ctx.t('billing.one.heading', { number: invoice.number }) };
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
  charges: true,
  db: 'intent',
  params: At,
  response: T.Object({ result: T.String(), message: T.String() }),
  async handler(ctx, { params }) {
    const { operation } = await ctx.transaction(async (inner) => {
      const { id, operationId } = await oneOf(inner, params.id, 'pay');
      return pay(inner, id, operationId);
    });
    const settled = operation && (await ctx.use(Payments).outcome(operation.id));
    if (settled?.state === 'failed') throw await ctx.use(Payments).refusal(settled, 'billing.problem.declined');
    return { result: 'success', message: ctx.t(!settled || settled.state === 'succeeded' ? 'billing.pay.done' : 'billing.pay.under-way') };
  },
});

const voidOne = defineRoute({
  id: 'billing.void',
  method: 'POST',
  path: '/billing/invoices/:id/void',
  summary: 'Void an open, failed or external invoice of which nothing was paid',
  ability: ['void', 'Invoice'],
  unlogged: 'it is logged where it is voided, which also happens by itself; a repeat changes nothing',
  stepUp: true,
  params: At,
  response: T.Object({ result: T.String(), message: T.String() }),
  async handler(ctx, { params }) {
    const { id, number } = await oneOf(ctx, params.id, 'void');
    await voidInvoice(ctx, id, ctx.t('billing.void.reason', { number }));
    return { result: 'success', message: ctx.t('billing.void.done', { number }) };
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
  charges: true,
  params: T.Object({ companyId: CompanyId }),
  response: T.Object({ result: T.String(), message: T.String() }),
  async handler(ctx, { params }) {
    const client = await ownClient(ctx, params.companyId);
    const issued = await closeNow(ctx, client);
    const numbers = issued.map(({ number }) => number).join(', ');
    return { result: 'success', message: numbers ? ctx.t('billing.invoice-now.done', { numbers }) : ctx.t('billing.invoice-now.nothing') };
  },
});

async function ownClient(ctx: Ctx, id: number): Promise<Tenant> {
  const client = await ctx.company(id);
  if (client?.kind !== 'client' || client.agencyId !== ctx.tenant.id) throw notFound();
  return client;
}

export const billingRoutes = [
  list,
  one,
  ...asking(payNow, (ctx, { params }) =>
    ctx.transaction(async (inner) => {
      const invoice = await oneOf(inner, params.id, 'pay');
      const what = inner.t('billing.ask.invoice', { number: invoice.number });
      return inner.use(Payments).question(invoice.companyId, { what, cents: leftOf(invoice) });
    }),
  ),
  voidOne,
  ...asking(invoiceNow, async (ctx, { params }) =>
    closeNowQuestion(ctx, await ctx.transaction((inner) => ownClient(inner, params.companyId))),
  ),
];
