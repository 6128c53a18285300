import { conflict, type Ctx, notFound } from '../../../core/contract.ts';
import { Ledger } from '../../money/ledger/contract.ts';
import { type Operation, type PaymentKind, Payments } from '../../money/payments/contract.ts';
import { INVOICES_TOPIC } from './billing.constants.ts';
import { InvoicePaid } from './contract.ts';
import { holdClient, moveCredit } from './credits.store.ts';
import { priceOf } from './credits.service.ts';
import { changeInvoice, findInvoice, lockInvoice, type StoredInvoice } from './invoices.store.ts';
import { isManual } from './issue.service.ts';
import { tell } from './listeners.ts';
import { POSTED } from './postings.ts';
import { payOut } from './refunds/pay-out.ts';
import { noteTransaction } from './transactions.store.ts';
import { recover } from './write-off.service.ts';

const DAY_MS = 86_400_000;
/** A bill whose payment went back is paid under a subject of its own, since nothing is ever paid twice under one. */
const ROUND = '#';
const subjectOf = (invoice: StoredInvoice): string => (invoice.round === 1 ? invoice.number : `${invoice.number}${ROUND}${invoice.round}`);

/**
 * Begins the payment of a bill that is open or failed; one that is paid, or has nothing due, needs none. The bill's row decides who tries:
 * where its newest payment is not `last` any more, somebody tried meanwhile, and that payment is answered instead of a second one.
 */
export async function pay(
  ctx: Ctx,
  invoiceId: string,
  last: string | null,
): Promise<{ invoice: StoredInvoice; operation: Operation | null }> {
  const invoice = await lockInvoice(ctx.db, { id: invoiceId });
  if (!invoice) throw notFound();
  if (invoice.state === 'paying') return { invoice, operation: await ctx.use(Payments).find(invoice.operationId!) };
  if (invoice.state === 'paid') return { invoice, operation: null };
  if (invoice.operationId !== null && invoice.operationId !== last)
    return { invoice, operation: await ctx.use(Payments).find(invoice.operationId) };
  if (invoice.state !== 'open' && invoice.state !== 'failed') throw conflict('billing.problem.not-payable');
  const payer = await ctx.company(invoice.companyId);
  if (!payer) throw notFound();
  const amountCents = invoice.dueCents - invoice.paidCents;
  const operation = await ctx.use(Payments).begin(payer, {
    kind: invoicePayment.id,
    subject: subjectOf(invoice),
    amountCents,
    feeCents: Math.min(invoice.feeCents - invoice.paidFeeCents, amountCents),
    description: invoice.number,
  });
  await changeInvoice(ctx.db, invoice.id, { state: 'paying', operation_id: operation.id, try_at: null });
  await ctx.live(INVOICES_TOPIC, invoice.companyId);
  return { invoice: (await findInvoice(ctx.db, invoice.id))!, operation };
}

/**
 * Tries an open bill by itself. An agency that cannot take money yet is looked at again a day later; a client without a card that can be
 * charged has failed to pay. As the client's agency.
 */
export async function tryToPay(ctx: Ctx, invoice: StoredInvoice): Promise<void> {
  if (await isManual(ctx, invoice.agencyId)) return changeInvoice(ctx.db, invoice.id, { state: 'external', try_at: null });
  const payments = ctx.use(Payments);
  if (!(await payments.account(invoice.agencyId)).chargesEnabled)
    return changeInvoice(ctx.db, invoice.id, { try_at: new Date(ctx.now.getTime() + DAY_MS) });
  const card = await payments.card(invoice.companyId);
  if (card && !card.failed) await pay(ctx, invoice.id, invoice.operationId);
  else await fail(ctx, invoice, null);
}

/** From now on the agency settles a bill that is open or failed with its client outside the system. */
export async function settleOutside(ctx: Ctx, invoiceId: string): Promise<StoredInvoice> {
  const invoice = await lockInvoice(ctx.db, { id: invoiceId });
  if (!invoice) throw notFound();
  if (invoice.state !== 'open' && invoice.state !== 'failed') return invoice;
  await changeInvoice(ctx.db, invoice.id, { state: 'external', try_at: null });
  await ctx.live(INVOICES_TOPIC, invoice.companyId);
  return (await findInvoice(ctx.db, invoice.id))!;
}

/** What follows from the outcome of a bill's payment. */
export const invoicePayment: PaymentKind = {
  id: 'billing.invoice',

  async succeeded(ctx, operation) {
    const invoice = await invoiceOf(ctx, operation);
    const agencyId = invoice.agencyId;
    const posted = await ctx.use(Ledger).post(agencyId, {
      key: `billing:payment:${operation.id}`,
      code: POSTED.payment,
      reference: operation.id,
      companyId: invoice.companyId,
      entries: [
        { companyId: agencyId, account: 'cash', cents: operation.amountCents - operation.feeCents },
        { companyId: invoice.companyId, account: 'receivable', cents: -operation.amountCents },
        { companyId: agencyId, account: 'payable', cents: operation.feeCents },
      ],
    });
    if (!posted) return;
    await noteTransaction(ctx, invoice, operation, { kind: 'payment', cents: operation.amountCents, reversal: '' });
    await receive(ctx, invoice, operation, operation.amountCents, operation.feeCents);
  },

  async failed(ctx, operation) {
    const invoice = await invoiceOf(ctx, operation);
    if (invoice.state === 'paying' && invoice.operationId === operation.id) await fail(ctx, invoice, operation);
  },

  async reversed(ctx, operation, cents, why, reversal, reason = '') {
    const invoice = await invoiceOf(ctx, operation);
    const agencyId = invoice.agencyId;
    const posted = await ctx.use(Ledger).post(agencyId, {
      key: `billing:reversal:${operation.id}:${reversal}`,
      code: POSTED[why],
      reference: operation.id,
      companyId: invoice.companyId,
      entries: [
        { companyId: agencyId, account: 'cash', cents: -cents },
        { companyId: invoice.companyId, account: 'receivable', cents },
      ],
    });
    if (!posted) return;
    await noteTransaction(ctx, invoice, operation, { kind: why, cents, reversal });
    // Given back on purpose, or credit already: nothing is asked for anew.
    if (why === 'refund' || invoice.state === 'void') await payOut(ctx, invoice, { cents, id: reversal, reason });
    else {
      const change = {
        state: 'failed',
        round: invoice.round + 1,
        paid_at: null,
        paid_cents: Math.max(0, invoice.paidCents - cents),
      } as const;
      await changeInvoice(ctx.db, invoice.id, change);
    }
    const back = { cents, priceCents: priceOf(invoice, cents), why, id: reversal };
    await tell(ctx, invoice.id, (listener, now) => listener.reversed?.(ctx, now, back));
  },

  async restored(ctx, operation, cents, reversal) {
    const invoice = await invoiceOf(ctx, operation);
    const agencyId = invoice.agencyId;
    const posted = await ctx.use(Ledger).post(agencyId, {
      key: `billing:restored:${operation.id}:${reversal}`,
      code: POSTED.chargeback,
      reference: operation.id,
      companyId: invoice.companyId,
      entries: [
        { companyId: agencyId, account: 'cash', cents },
        { companyId: invoice.companyId, account: 'receivable', cents: -cents },
      ],
    });
    if (!posted) return;
    await noteTransaction(ctx, invoice, operation, { kind: 'won_back', cents, reversal });
    await receive(ctx, invoice, operation, cents, 0);
  },
};

/**
 * Counts money that came for a bill. What is beyond it, because another try took money after all or the bill is void, becomes the
 * client's credit. Those who follow bills hear of it when it is paid by it.
 */
async function receive(ctx: Ctx, invoice: StoredInvoice, operation: Operation, cents: number, feeCents: number): Promise<void> {
  const due = invoice.state === 'void' ? 0 : invoice.dueCents;
  const paidCents = invoice.paidCents + cents;
  const over = Math.min(cents, Math.max(0, paidCents - due));
  if (over > 0) {
    await holdClient(ctx.db, invoice.companyId);
    await moveCredit(ctx.db, invoice.companyId, over);
  }
  if (invoice.state === 'written_off') await recover(ctx, invoice, `${operation.id}:${paidCents}`, cents - over);
  const isPaid = paidCents >= due && invoice.state !== 'void';
  await changeInvoice(ctx.db, invoice.id, {
    paid_cents: paidCents - over,
    paid_fee_cents: invoice.paidFeeCents + feeCents,
    over_cents: invoice.overCents + over,
    ...(isPaid && { state: 'paid', paid_at: invoice.paidAt ?? ctx.now, operation_id: operation.id, try_at: null }),
  });
  if (isPaid && over < cents) {
    await ctx.emit(InvoicePaid, { invoiceId: invoice.id, companyId: invoice.companyId });
    await tell(ctx, invoice.id, (listener, now) => listener.paid?.(ctx, now));
  } else await ctx.live(INVOICES_TOPIC, invoice.companyId);
}

async function fail(ctx: Ctx, invoice: StoredInvoice, operation: Operation | null): Promise<void> {
  await changeInvoice(ctx.db, invoice.id, { state: 'failed', try_at: null });
  await tell(ctx, invoice.id, (listener, now) => listener.failed?.(ctx, now, operation));
}

/** The bill of a payment, held. It must be there: the payment was begun for it. */
async function invoiceOf(ctx: Ctx, operation: Operation): Promise<StoredInvoice> {
  const number = operation.subject.split(ROUND)[0]!;
  const invoice = await lockInvoice(ctx.db, { company_id: operation.companyId, number });
  if (!invoice) throw new Error(`payment ${operation.id} is of no bill: ${operation.subject}`);
  return invoice;
}
