import { conflict, type Ctx, notFound } from '../../../core/contract.ts';
import type { InvoiceState } from './contract.ts';
import { noteCredit } from './credits.service.ts';
import { creditedFor, holdClient, moveCredit } from './credits.store.ts';
import { takeBackFees } from './fees.service.ts';
import { changeInvoice, lockInvoice, type StoredInvoice } from './invoices.store.ts';
import { tell } from './listeners.ts';
import { isCalendar } from './terms.service.ts';

const VOIDABLE: readonly InvoiceState[] = ['open', 'failed', 'external'];

/**
 * A pack that was never paid: its leads were not delivered, so nothing but its fees was ever posted, and the credit it took is given
 * back. What is settled outside is delivered at once.
 */
export const isUndeliveredPack = ({ term, round, state }: StoredInvoice): boolean =>
  !isCalendar(term) && round === 1 && state !== 'external';

/** Whether nothing was paid of a bill that is still to be settled. */
export const isVoidable = (invoice: StoredInvoice): boolean => VOIDABLE.includes(invoice.state) && invoice.paidCents === 0;

/**
 * Voids a bill: nobody owes it any more, and the credit that it took off is the client's again. A credit note takes back what was
 * posted for it; of a pack that was never paid nothing was but its fees. As the client's agency.
 */
export async function voidInvoice(ctx: Ctx, invoiceId: string, reason: string): Promise<void> {
  const invoice = await lockInvoice(ctx.db, { id: invoiceId });
  if (!invoice) throw notFound();
  if (invoice.state === 'void') return;
  if (invoice.state === 'paying') throw conflict('billing.problem.paying');
  if (!isVoidable(invoice)) throw conflict('billing.problem.not-voidable');
  await changeInvoice(ctx.db, invoice.id, { state: 'void', note: reason, try_at: null });
  // Whoever delivered something for it books that before it is taken back.
  await tell(ctx, invoice.id, (listener, now) => listener.closed?.(ctx, now));
  await holdClient(ctx.db, invoice.companyId);
  if (isUndeliveredPack(invoice)) await takeBackFees(ctx, invoice);
  else await creditAll(ctx, invoice, reason);
  await moveCredit(ctx.db, invoice.companyId, invoice.creditCents);
  await ctx.audit({
    action: 'billing.voided',
    companyId: invoice.companyId,
    target: invoice.number,
    description: `Invoice ${invoice.number} voided`,
    detail: { cents: invoice.dueCents, creditCents: invoice.creditCents, reason },
  });
}

/** What credit it took off comes back as credit, so the note is over the whole. What the root is owed for delivered leads stays. */
async function creditAll(ctx: Ctx, invoice: StoredInvoice, reason: string): Promise<void> {
  // The client would have it twice.
  if ((await creditedFor(ctx.db, invoice)).cents > 0) throw conflict('billing.problem.void-credited');
  await noteCredit(ctx, {
    key: `invoice:${invoice.id}:void`,
    companyId: invoice.companyId,
    campaignId: null,
    invoice,
    cents: invoice.totalCents,
    feeCents: 0,
    reason,
  });
}
