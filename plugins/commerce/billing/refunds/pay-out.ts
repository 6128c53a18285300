import type { Ctx } from '../../../../core/contract.ts';
import { noteCredit } from '../credits.service.ts';
import { creditedFor, holdClient, moveCredit } from '../credits.store.ts';
import { changeInvoice, type StoredInvoice } from '../invoices.store.ts';

/**
 * Settles money of an invoice that went back on purpose, while the invoice is held. It first pays out the credit that the invoice gave, by
 * credit notes or because too much was paid, as far as it is not used up; a credit note of its own stands for the rest. What is beyond the
 * invoice takes other credit. `id`: the reversal's own.
 */
export async function payOut(ctx: Ctx, invoice: StoredInvoice, back: { cents: number; id: string; reason: string }): Promise<void> {
  const { cents, id, reason } = back;
  const credit = await holdClient(ctx.db, invoice.companyId);
  const credited = (await creditedFor(ctx.db, invoice)).cents;
  const given = Math.max(0, credited + invoice.overCents - invoice.refundedCents);
  const fromGiven = Math.min(cents, credit, given);
  const noted = invoice.state === 'void' ? 0 : Math.max(0, Math.min(cents - fromGiven, invoice.totalCents - credited));
  const fromOther = Math.min(cents - fromGiven - noted, credit - fromGiven);
  if (noted > 0)
    await noteCredit(ctx, {
      key: `invoice:${invoice.id}:refund:${id}`,
      companyId: invoice.companyId,
      campaignId: null,
      invoice,
      cents: noted,
      feeCents: 0,
      reason,
    });
  await moveCredit(ctx.db, invoice.companyId, -(fromGiven + fromOther));
  await changeInvoice(ctx.db, invoice.id, { refunded_cents: invoice.refundedCents + cents });
}
