import { asking, conflict, type Ctx, defineRoute, invalid, notFound, Problem, shownMoney, T } from '../../../../core/contract.ts';
import { type Operation, Payments } from '../../../money/payments/contract.ts';
import { At, oneOf } from '../lists.store.ts';
import type { StoredInvoice } from '../invoices.store.ts';
import { refundable } from './refundable.ts';

const refund = defineRoute({
  id: 'billing.refund',
  method: 'POST',
  path: '/billing/invoices/:id/refunds',
  summary: "Give back a part or all of what a client's card paid for an invoice",
  ability: ['refund', 'Invoice'],
  audit: 'billing.refunded',
  stepUp: true,
  db: 'intent',
  params: At,
  body: T.Object({
    cents: T.Integer({ minimum: 1, maximum: 100_000_000 }),
    reason: T.String({ minLength: 3, maxLength: 300, pattern: '\\S' }),
    /** What was refunded of it before, as the caller knows it: the same refund sent twice is one. */
    refunded_cents: T.Optional(T.Integer({ minimum: 0 })),
  }),
  response: T.Object({ result: T.String(), message: T.String() }),
  async handler(ctx, { params, body }) {
    const { invoice, paid } = await ctx.transaction((inner) => paidOf(inner, params.id));
    const before = body.refunded_cents ?? invoice.refundedCents;
    // What was sent before is not measured by what is left now.
    if (before === invoice.refundedCents) await ctx.transaction((inner) => mustBeLeft(inner, invoice, paid, body.cents));
    const state = await ctx.use(Payments).refund(paid.id, body.cents, body.reason.trim(), `${invoice.id}:${before}`);
    if (state === 'failed') throw new Problem(409, 'billing.problem.refund-failed');
    const about = { amount: shownMoney(body.cents), card: ctx.use(Payments).cardNamed(paid.card), number: invoice.number };
    return { result: 'success', message: ctx.t(state === 'succeeded' ? 'billing.refund.done' : 'billing.refund.under-way', about) };
  },
});

/** An invoice that the caller may refund, with the payment that paid it. */
async function paidOf(ctx: Ctx, id: string): Promise<{ invoice: StoredInvoice; paid: Operation }> {
  const invoice = await oneOf(ctx, id, 'refund');
  const paid = invoice.operationId === null ? null : await ctx.use(Payments).find(invoice.operationId);
  if (paid?.state !== 'succeeded') throw conflict('billing.problem.not-refundable');
  return { invoice, paid };
}

async function mustBeLeft(ctx: Ctx, invoice: StoredInvoice, paid: Operation, cents: number): Promise<void> {
  const most = await refundable(ctx, invoice, paid);
  if (most === 0) throw conflict('billing.problem.not-refundable');
  if (cents > most) throw invalid('cents', 'billing.problem.refund-most', { amount: shownMoney(most) });
}

const most = defineRoute({
  id: 'billing.refundable',
  method: 'GET',
  path: '/billing/invoices/:id/refundable',
  summary: "How much of an invoice can go back to its client's card",
  ability: ['refund', 'Invoice'],
  params: At,
  response: T.Object({ cents: T.Integer(), refunded_cents: T.Integer() }),
  async handler(ctx, { params }) {
    const { invoice, paid } = await paidOf(ctx, params.id);
    return { cents: await refundable(ctx, invoice, paid), refunded_cents: invoice.refundedCents };
  },
});

export const refundRoutes = [
  most,
  ...asking(refund, (ctx, { params, body }) =>
    ctx.transaction(async (inner) => {
      const { invoice, paid } = await paidOf(inner, params.id);
      const before = body.refunded_cents ?? invoice.refundedCents;
      if (before === invoice.refundedCents) await mustBeLeft(inner, invoice, paid, body.cents);
      const client = await inner.company(invoice.companyId);
      if (!client) throw notFound();
      const about = {
        amount: shownMoney(body.cents),
        card: inner.use(Payments).cardNamed(paid.card),
        number: invoice.number,
        client: client.name,
      };
      return {
        title: inner.t('billing.ask.refund.title', about),
        body: inner.t('billing.ask.refund.body', about),
        button: inner.t('billing.ask.refund.button', about),
      };
    }),
  ),
];
