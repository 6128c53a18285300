import { type Ctx, notFound, type Tenant } from '../../../core/contract.ts';
import type { BillingApi, InvoiceState } from './contract.ts';
import { closeNow } from './close.service.ts';
import { credit } from './credits.service.ts';
import { creditOf } from './credits.store.ts';
import { findInvoice, invoicesIn } from './invoices.store.ts';
import { issuePack } from './issue.service.ts';
import { pay, settleOutside } from './pay.service.ts';
import { owedSince } from './periods.store.ts';
import { costOf } from './terms.service.ts';
import { isOnTerm, findTerms } from './terms.store.ts';
import { voidInvoice } from './void.service.ts';
import { writeOff } from './write-off.service.ts';

const UNPAID: InvoiceState[] = ['open', 'paying', 'failed'];

/** The port's functions, bound to the caller's transaction. What posts to the agency's books is done as the agency. */
export const billingOf = (ctx: Ctx): BillingApi => ({
  termsOf: (campaignId) => findTerms(ctx.db, campaignId),
  termsAhead: (campaign) => costOf(ctx, campaign),
  isOnTerm: (column, terms) => isOnTerm(ctx.db, column, terms),
  issue: (pack) => issuePack(ctx, pack),
  pay: (invoiceId, last) => pay(ctx, invoiceId, last),
  find: (invoiceId) => findInvoice(ctx.db, invoiceId),
  unpaid: (companyId) => invoicesIn(ctx.db, companyId, UNPAID),
  owedSince: async (companyId, term) => (await owedSince(ctx.db, companyId, term, UNPAID)) ?? ctx.now,
  credit: (wish) => asAgencyOf(ctx, wish.companyId, (inner) => credit(inner, wish)),
  creditLeft: (companyId) => creditOf(ctx.db, companyId),
  settleOutside: (invoiceId) => settleOutside(ctx, invoiceId),
  async voidInvoice(invoiceId, reason) {
    const invoice = await findInvoice(ctx.db, invoiceId);
    if (!invoice) throw notFound();
    await asAgencyOf(ctx, invoice.companyId, (inner) => voidInvoice(inner, invoiceId, reason));
  },
  writeOff: (companyId, reason) => asAgencyOf(ctx, companyId, (inner) => writeOff(inner, companyId, reason)),
  closeNow: (companyId) => asAgencyOf(ctx, companyId, closeNow),
});

/** The call as the agency of a client that the caller looks after. Throws 404 for every other company. */
export async function asAgencyOf<R>(ctx: Ctx, companyId: number, work: (ctx: Ctx, client: Tenant) => Promise<R>): Promise<R> {
  const client = await ctx.company(companyId);
  const agency = client?.kind === 'client' ? await ctx.company(client.agencyId) : null;
  if (!client || agency?.kind !== 'agency') throw notFound();
  return agency.id === ctx.tenant.id ? work(ctx, client) : ctx.as(agency, (inner) => work(inner, client));
}
