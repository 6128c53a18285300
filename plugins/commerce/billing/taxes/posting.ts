import type { Ctx } from '../../../../core/contract.ts';
import { type Entry, Ledger } from '../../../money/ledger/contract.ts';
import { POSTED, TAX } from '../postings.ts';
import { markTaxesPosted, type StoredTaxLine, takeUnpostedTaxes, voidTaxes } from './tax-lines.store.ts';

/** Posts taxes that wait for the ledger; those of one invoice, or so many of all. Answers how many. As the agency. */
export async function postTaxes(ctx: Ctx, limit: number, invoiceId?: string): Promise<number> {
  const taxes = await takeUnpostedTaxes(ctx.db, limit, invoiceId);
  for (const tax of taxes) await post(ctx, tax, `tax:${tax.id}`, tax.taxCents);
  await markTaxesPosted(ctx.db, taxes);
  return taxes.length;
}

/** Takes the taxes of an invoice back: nothing of what they were charged on came to be. As the agency. */
export async function takeBackTaxes(ctx: Ctx, invoiceId: string): Promise<void> {
  for (const tax of await voidTaxes(ctx.db, invoiceId)) await post(ctx, tax, `tax-back:${tax.id}`, -tax.taxCents);
}

/** What the agency owes the tax office: on top of what the client owes, or out of what was posted as revenue. */
async function post(ctx: Ctx, tax: StoredTaxLine, key: string, cents: number): Promise<void> {
  const agencyId = ctx.tenant.agencyId;
  const from: Entry = tax.inclusive
    ? { companyId: agencyId, account: 'revenue', cents }
    : { companyId: tax.companyId, account: 'receivable', cents };
  await ctx.use(Ledger).post(agencyId, {
    key: `billing:${key}`,
    code: POSTED.tax,
    reference: tax.documentId,
    companyId: tax.companyId,
    entries: [from, { companyId: agencyId, account: TAX, cents: -cents }],
  });
}
