import { conflict, type Ctx } from '../../../core/contract.ts';
import { Ledger } from '../../money/ledger/contract.ts';
import { holdClient, moveCredit } from './credits.store.ts';
import { changeInvoice, invoicesIn, type StoredInvoice } from './invoices.store.ts';
import { tell } from './listeners.ts';
import { POSTED } from './postings.ts';
import { takeBackTaxes } from './taxes/posting.ts';
import { isUndeliveredPack } from './void.service.ts';

const owedOf = (invoice: StoredInvoice): number =>
  isUndeliveredPack(invoice)
    ? invoice.lines.filter(({ kind }) => kind === 'platform_fee').reduce((sum, { amountCents }) => sum + amountCents, 0)
    : invoice.dueCents - invoice.paidCents;

/** Books a client's unpaid bills as written off; the reason stays with each. Answers the cents. Throws 409 while one is being paid. */
export async function writeOff(ctx: Ctx, companyId: number, reason: string): Promise<number> {
  await holdClient(ctx.db, companyId);
  const invoices = await invoicesIn(ctx.db, companyId, ['open', 'paying', 'failed'], true);
  if (invoices.some((invoice) => invoice.state === 'paying')) throw conflict('billing.problem.paying');
  let total = 0;
  for (const invoice of invoices) {
    const cents = owedOf(invoice);
    if (isUndeliveredPack(invoice)) {
      await moveCredit(ctx.db, companyId, invoice.creditCents);
      await takeBackTaxes(ctx, invoice.id);
    }
    await postLoss(ctx, invoice, `write-off:${invoice.id}:${invoice.round}`, cents);
    await changeInvoice(ctx.db, invoice.id, { state: 'written_off', note: reason, try_at: null });
    await ctx.audit({
      action: 'billing.written-off',
      companyId,
      target: invoice.number,
      description: `Invoice ${invoice.number} written off`,
      detail: { cents, reason },
    });
    await tell(ctx, invoice.id, (listener, now) => listener.closed?.(ctx, now));
    total += invoice.dueCents - invoice.paidCents;
  }
  return total;
}

/** Money came after all for a bill that was written off: so many cents of the loss are none. `why` tells the payments apart. */
export const recover = (ctx: Ctx, invoice: StoredInvoice, why: string, cents: number): Promise<void> =>
  postLoss(ctx, invoice, `recovered:${invoice.id}:${why}`, -cents);

async function postLoss(ctx: Ctx, { id, agencyId, companyId }: StoredInvoice, key: string, cents: number): Promise<void> {
  await ctx.use(Ledger).post(agencyId, {
    key: `billing:${key}`,
    code: POSTED.credit,
    reference: id,
    companyId,
    entries: [
      { companyId: agencyId, account: 'revenue', cents },
      { companyId, account: 'receivable', cents: -cents },
    ],
  });
}
