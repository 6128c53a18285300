import { conflict, type Ctx } from '../../core/contract.ts';
import { Wallet } from '../wallet/contract.ts';
import { INVOICES_TOPIC } from './billing.constants.ts';
import { holdClient, moveCredit } from './credits.store.ts';
import { changeInvoice, invoicesIn, type StoredInvoice } from './invoices.store.ts';
import { isCalendar } from './terms.service.ts';

/** A pack that was never paid: its leads were not delivered, so nothing but its fees was ever posted, and the credit it took is given back. */
const isPack = (invoice: StoredInvoice): boolean => !isCalendar(invoice.term) && invoice.round === 1;

const owedOf = (invoice: StoredInvoice): number =>
  isPack(invoice)
    ? invoice.lines.filter(({ kind }) => kind === 'platform_fee').reduce((sum, { amountCents }) => sum + amountCents, 0)
    : invoice.dueCents - invoice.paidCents;

/** Books a client's unpaid bills as written off; the reason stays with each. Answers the cents. Throws 409 while one is being paid. */
export async function writeOff(ctx: Ctx, companyId: number, reason: string): Promise<number> {
  await holdClient(ctx.db, companyId);
  const invoices = await invoicesIn(ctx.db, companyId, ['open', 'paying', 'failed'], true);
  if (invoices.some((invoice) => invoice.state === 'paying')) throw conflict('billing.problem.paying');
  const agencyId = ctx.tenant.agencyId;
  let total = 0;
  for (const invoice of invoices) {
    const cents = owedOf(invoice);
    if (isPack(invoice)) await moveCredit(ctx.db, companyId, invoice.creditCents);
    await ctx.use(Wallet).post(agencyId, {
      key: `billing:write-off:${invoice.id}:${invoice.round}`,
      kind: 'credit',
      companyId,
      entries: [
        { companyId: agencyId, account: 'revenue', cents },
        { companyId, account: 'receivable', cents: -cents },
      ],
    });
    await changeInvoice(ctx.db, invoice.id, { state: 'written_off', note: reason, try_at: null });
    await ctx.audit({
      action: 'billing.written-off',
      companyId,
      target: invoice.number,
      description: `Invoice ${invoice.number} written off`,
      detail: { cents, reason },
    });
    total += invoice.dueCents - invoice.paidCents;
  }
  await ctx.live(INVOICES_TOPIC, companyId);
  return total;
}
