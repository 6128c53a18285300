import { conflict, defineRoute, invalid, List, listOf, pageOf, PageQuery, shownMoney, T } from '../../../core/contract.ts';
import { asAgencyOf } from './billing.port.ts';
import { give } from './credits.service.ts';
import { creditedFor, creditOf, holdClient } from './credits.store.ts';
import { findInvoice } from './invoices.store.ts';
import { At, oneOf, pageOfCredits, reasonOf } from './lists.store.ts';

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
      const now = (await findInvoice(inner.db, invoice.id))!;
      if (now.state === 'void') throw conflict('billing.problem.void');
      const before = await creditedFor(inner.db, invoice);
      const most = invoice.totalCents - before.cents;
      if (body.cents > most) throw invalid('cents', 'billing.problem.credit-most', { amount: shownMoney(most) });
      const key = `invoice:${invoice.id}:${before.notes + 1}`;
      const wish = { key, companyId: invoice.companyId, campaignId: null, cents: body.cents, feeCents: 0, reason: body.reason.trim() };
      await give(inner, { ...wish, invoice: now });
    });
    return { result: 'success', message: ctx.t('billing.credit.done', { amount: shownMoney(body.cents) }) };
  },
});

const credits = defineRoute({
  id: 'billing.credits',
  method: 'GET',
  path: '/billing/credit-notes',
  summary: 'Credit notes of the own company and of those below it',
  ability: ['read', 'CreditNote'],
  query: T.Object(PageQuery),
  response: List(
    T.Object({
      id: T.String(),
      number: T.String(),
      client: T.String(),
      /** Of the invoice that it gives back; empty: of none. */
      invoice: T.String(),
      reason: T.String(),
      made_at: T.String(),
      cents: T.Integer(),
      tax_cents: T.Integer(),
    }),
  ),
  async handler(ctx, { query }) {
    const at = pageOf(query);
    const { rows, total } = await pageOfCredits(ctx, at);
    const data = rows.map((row) => {
      const { id, number, cents, tax_cents, client, invoice_number } = row;
      const about = { invoice: invoice_number ?? '', reason: reasonOf(ctx, row), made_at: row.made_at.toISOString() };
      return { id, number, cents, tax_cents, client, ...about };
    });
    return listOf(data, total, at);
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

export const creditRoutes = [giveCredit, credits, left];
