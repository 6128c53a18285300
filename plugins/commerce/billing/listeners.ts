import type { Ctx } from '../../../core/contract.ts';
import { INVOICES_TOPIC } from './billing.constants.ts';
import { type InvoiceListener, InvoiceListeners } from './contract.ts';
import { findInvoice, type StoredInvoice } from './invoices.store.ts';

/** Tells those who follow invoices what became of one, as it stands now, and the browsers that show it. */
export async function tell(
  ctx: Ctx,
  invoiceId: string,
  say: (listener: InvoiceListener, now: StoredInvoice) => Promise<void> | undefined,
): Promise<void> {
  const now = (await findInvoice(ctx.db, invoiceId))!;
  for (const listener of ctx.contributions(InvoiceListeners)) await say(listener, now);
  await ctx.live(INVOICES_TOPIC, now.companyId);
}
