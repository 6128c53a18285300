import { DateTime } from 'luxon';
import { conflict, type Ctx, dayOf, notFound } from '../../../core/contract.ts';
import { Campaigns } from '../../campaign-management/campaigns/contract.ts';
import { Pricing, type Term } from '../../money/pricing/contract.ts';
import { Wallet } from '../wallet/contract.ts';
import { INVOICES_TOPIC, LEAST_CENTS } from './billing.constants.ts';
import { yearOf, zoneOf } from './billing.settings.ts';
import { InvoiceIssued, type InvoiceLine, InvoicePaid, type PackInvoice } from './contract.ts';
import { noteCredit } from './credits.service.ts';
import { holdClient, moveCredit } from './credits.store.ts';
import { keepPaper, paperFor } from './details/paper.ts';
import { postLinesOf } from './fees.service.ts';
import { findInvoice, insertInvoice, nextNumber, type StoredInvoice } from './invoices.store.ts';
import { mailIssued } from './invoice.mail.ts';
import { hasFee, insertLines, type NewLine, putOnInvoice, type StoredLine } from './lines.store.ts';
import { taxRatesFor } from './taxes/rates.service.ts';
import { insertTaxLines } from './taxes/tax-lines.store.ts';
import { taxesOn } from './taxes/tax.ts';
import { isCalendar } from './terms.service.ts';

export interface Bill {
  companyId: number;
  term: Term;
  periodFirst: string;
  periodLast: string;
  lines: readonly NewLine[];
  /** Lines written before that go on this bill. */
  waiting: readonly StoredLine[];
  feeCents: number;
}

/**
 * Writes a bill with its taxes and both sides as they are now, takes the client's credit off, posts its fees and tells the client, in the caller's
 * transaction. Nothing is charged here. What is left below the provider's least charge is not asked for: credit is spared for it, or the whole is credited.
 */
export async function writeInvoice(ctx: Ctx, bill: Bill): Promise<StoredInvoice> {
  const client = await ctx.company(bill.companyId);
  if (client?.kind !== 'client') throw notFound();
  const credit = await holdClient(ctx.db, client.id);
  const linesCents = [...bill.lines, ...bill.waiting].reduce((sum, line) => sum + line.amountCents, 0);
  const { taxes, taxCents, totalCents: total } = taxesOn(linesCents, await taxRatesFor(ctx, client));
  const paper = await paperFor(ctx, client);
  const external = await isManual(ctx, client.agencyId);
  const small = !external && total < LEAST_CENTS;
  const creditCents = small || total - credit <= 0 ? total : Math.min(credit, external ? total : total - LEAST_CENTS);
  const dueCents = total - creditCents;
  const issuedOn = dayOf(ctx.now, await zoneOf(ctx));
  const id = await insertInvoice(ctx.db, {
    companyId: client.id,
    number: await nextNumber(ctx.db, client.agencyId, 'invoice', yearOf(issuedOn)),
    term: bill.term,
    periodFirst: bill.periodFirst,
    periodLast: bill.periodLast,
    totalCents: total,
    taxCents,
    creditCents,
    feeCents: external ? 0 : Math.min(bill.feeCents, dueCents),
    state: external ? 'external' : dueCents === 0 ? 'paid' : 'open',
    tryAt: !external && dueCents > 0 && isCalendar(bill.term) ? ctx.now : null,
    issuedAt: ctx.now,
    issuedOn,
    // A card is charged on the day; what is settled otherwise has the days that were agreed.
    dueOn: external ? DateTime.fromISO(issuedOn).plus({ days: paper.paymentDays }).toISODate()! : issuedOn,
  });
  await keepPaper(ctx.db, client.id, id, paper);
  await insertLines(ctx.db, { companyId: client.id, invoiceId: id, madeAt: ctx.now }, bill.lines);
  await putOnInvoice(ctx.db, bill.waiting, id);
  await insertTaxLines(ctx.db, { companyId: client.id, documentId: id, posted: false }, taxes);
  await postLinesOf(ctx, id);
  const waived = creditCents - Math.min(credit, creditCents);
  if (waived > 0)
    await noteCredit(ctx, {
      key: `small:${id}`,
      companyId: client.id,
      campaignId: null,
      invoice: (await findInvoice(ctx.db, id))!,
      cents: waived,
      feeCents: 0,
      reason: '',
    });
  await moveCredit(ctx.db, client.id, waived - creditCents);
  await ctx.live(INVOICES_TOPIC, client);
  const invoice = (await findInvoice(ctx.db, id))!;
  const told = { invoiceId: id, companyId: client.id };
  await ctx.emit(InvoiceIssued, told);
  if (invoice.state === 'paid') await ctx.emit(InvoicePaid, told);
  if (invoice.dueCents > 0) await mailIssued(ctx, client, invoice);
  return invoice;
}

/** Whether the agency settles with its clients outside the system. */
export const isManual = (ctx: Ctx, agencyId: number): Promise<boolean> => ctx.use(Wallet).billsOutside(agencyId);

/** Issues the bill of a pack of leads. */
export async function issuePack(ctx: Ctx, pack: PackInvoice): Promise<StoredInvoice> {
  const total = pack.lines.reduce((sum, line) => sum + line.amountCents, 0);
  if (total < LEAST_CENTS) throw conflict('billing.problem.too-small');
  const lines: NewLine[] = [];
  for (const line of pack.lines) lines.push(await packLine(ctx, pack, line));
  const day = dayOf(ctx.now, await zoneOf(ctx));
  return writeInvoice(ctx, { ...pack, periodFirst: day, periodLast: day, lines, waiting: [] });
}

async function packLine(ctx: Ctx, pack: PackInvoice, line: InvoiceLine): Promise<NewLine> {
  const plain = { ...line, wholesaleCents: 0, owedCents: 0, periodFirst: null };
  if (line.kind !== 'platform_fee') {
    if (line.kind !== 'pack') throw new Error(`a pack's bill has lines of packs and platform fees, not of ${line.kind}`);
    return plain;
  }
  if (line.campaignId === null || (await hasFee(ctx.db, line.campaignId))) throw conflict('billing.problem.fee-charged');
  const campaign = await ctx.use(Campaigns).find(line.campaignId);
  if (!campaign) throw notFound();
  const { platformFeeCents } = await ctx.use(Pricing).wholesale(campaign.agencyId, campaign.product, pack.term);
  return { ...plain, wholesaleCents: platformFeeCents, owedCents: platformFeeCents, unposted: true };
}
