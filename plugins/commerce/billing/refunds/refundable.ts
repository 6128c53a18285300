import type { Ctx } from '../../../../core/contract.ts';
import type { Operation } from '../../../money/payments/contract.ts';
import { creditedFor, creditOf } from '../credits.store.ts';
import type { StoredInvoice } from '../invoices.store.ts';

/**
 * How much of an invoice's payment can go back to the card, in cents: no more than is left of the payment, and nothing that the client got
 * back as credit and used up.
 */
export async function refundable(ctx: Ctx, invoice: StoredInvoice, paid: Operation): Promise<number> {
  const credited = (await creditedFor(ctx.db, invoice)).cents;
  const given = Math.max(0, credited + invoice.overCents - invoice.refundedCents);
  const unused = Math.min(given, await creditOf(ctx.db, invoice.companyId));
  return Math.max(0, Math.min(paid.amountCents - paid.refundedCents, unused + invoice.totalCents - credited));
}

/** Whether a payment of it may have something left to give back; the exact amount is `refundable`. */
export const isRefundable = ({ state, paidCents, overCents, refundedCents }: StoredInvoice): boolean =>
  state !== 'paying' && refundedCents < paidCents + overCents;
