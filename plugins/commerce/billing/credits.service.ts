import { type Ctx, dayOf, notFound } from '../../../core/contract.ts';
import { Ledger } from '../../money/ledger/contract.ts';
import { INVOICES_TOPIC } from './billing.constants.ts';
import { yearOf, zoneOf } from './billing.settings.ts';
import type { CreditWish } from './contract.ts';
import { creditedFor, hasCreditNote, holdClient, insertCreditNote, moveCredit } from './credits.store.ts';
import { keepPaper, paperFor, paperOf } from './details/paper.ts';
import { findInvoice, invoiceOfLead, nextNumber, type StoredInvoice } from './invoices.store.ts';
import { POSTED, TAX } from './postings.ts';
import { taxRatesFor } from './taxes/rates.service.ts';
import { insertTaxLines } from './taxes/tax-lines.store.ts';
import { share, type TaxLine, taxesOfPart, taxesOn } from './taxes/tax.ts';

/** A credit note to be written. `cents` are what the client gets back, with tax. */
export interface NoteWish extends Omit<CreditWish, 'of'> {
  /** Which it gives back a part of; its taxes go back in proportion. */
  invoice: StoredInvoice | null;
  /** The taxes in `cents`, where there is no invoice to take them from. */
  taxes?: readonly TaxLine[];
}

/**
 * Gives a client credit for prices of lines: a credit note with a number of its own and its posting, with the taxes that were charged on
 * them, once for a key. As the client's agency.
 */
export async function credit(ctx: Ctx, { of, ...wish }: CreditWish): Promise<void> {
  if (!Number.isSafeInteger(wish.cents) || wish.cents <= 0 || !Number.isSafeInteger(wish.feeCents) || wish.feeCents < 0)
    throw new RangeError(`credit ${wish.key}: amounts are whole cents`);
  await holdClient(ctx.db, wish.companyId);
  if (await hasCreditNote(ctx.db, wish.companyId, wish.key)) return;
  const invoice = of && (await invoiceFor(ctx, wish, of));
  await give(ctx, { ...wish, ...(await withTax(ctx, wish, invoice || null)) });
}

/** Writes the note, and gives the client its amount as credit. While the client is held. */
export async function give(ctx: Ctx, wish: NoteWish): Promise<void> {
  await noteCredit(ctx, wish);
  await moveCredit(ctx.db, wish.companyId, wish.cents);
  await ctx.live(INVOICES_TOPIC, wish.companyId);
}

const invoiceFor = (ctx: Ctx, { campaignId }: Omit<CreditWish, 'of'>, of: NonNullable<CreditWish['of']>): Promise<StoredInvoice | null> =>
  'invoiceId' in of
    ? findInvoice(ctx.db, of.invoiceId)
    : campaignId === null
      ? Promise.resolve(null)
      : invoiceOfLead(ctx.db, campaignId, of.leadAt);

/** What prices came to with the taxes on them: in proportion to their invoice, and never beyond it; at today's taxes without one. */
async function withTax(
  ctx: Ctx,
  wish: Omit<CreditWish, 'of'>,
  invoice: StoredInvoice | null,
): Promise<Pick<NoteWish, 'cents' | 'invoice' | 'taxes'>> {
  if (!invoice) {
    const client = await ctx.company(wish.companyId);
    if (!client) throw notFound();
    const { totalCents, taxes } = taxesOn(wish.cents, await taxRatesFor(ctx, client));
    return { cents: totalCents, invoice: null, taxes };
  }
  const left = invoice.totalCents - (await creditedFor(ctx.db, invoice)).cents;
  const cents = grossOf(invoice, wish.cents);
  // What is beyond the invoice was never taxed on it.
  return cents <= left ? { cents, invoice } : { cents: Math.max(left, wish.cents), invoice };
}

/** What prices on an invoice were asked for with tax, and the other way round, rounded to the cent. */
export const grossOf = (invoice: StoredInvoice, cents: number): number => share(cents, invoice.totalCents, linesCents(invoice));
export const priceOf = (invoice: StoredInvoice, cents: number): number => share(cents, linesCents(invoice), invoice.totalCents);
const linesCents = ({ lines }: StoredInvoice): number => lines.reduce((sum, { amountCents }) => sum + amountCents, 0);

/** Writes and posts a credit note while its client is held; the client's balance of credit is left to the caller. Answers its id. */
export async function noteCredit(ctx: Ctx, wish: NoteWish): Promise<string> {
  const agencyId = ctx.tenant.agencyId;
  const { companyId, invoice, cents } = wish;
  const client = await ctx.company(companyId);
  if (!client) throw notFound();
  const taxes = await taxesIn(ctx, wish);
  const taxCents = taxes.reduce((sum, tax) => sum + tax.taxCents, 0);
  const madeOn = dayOf(ctx.now, await zoneOf(ctx));
  const number = await nextNumber(ctx.db, agencyId, 'credit', yearOf(madeOn));
  const id = await insertCreditNote(ctx.db, { ...wish, invoiceId: invoice?.id ?? null, taxCents, number, madeAt: ctx.now, madeOn });
  await insertTaxLines(ctx.db, { companyId, documentId: id, posted: true }, taxes);
  await keepPaper(ctx.db, companyId, id, (invoice && (await paperOf(ctx.db, invoice.id))) ?? (await paperFor(ctx, client)));
  await ctx.use(Ledger).post(agencyId, {
    key: `billing:credit:${id}`,
    code: POSTED.credit,
    reference: id,
    companyId,
    ...(wish.campaignId !== null && { costCenter: wish.campaignId }),
    entries: [
      { companyId: agencyId, account: 'revenue', cents: cents - taxCents },
      { companyId: agencyId, account: TAX, cents: taxCents },
      { companyId, account: 'receivable', cents: -cents },
      { companyId: agencyId, account: 'payable', cents: wish.feeCents },
      { companyId: agencyId, account: 'cost', cents: -wish.feeCents },
    ],
  });
  return id;
}

async function taxesIn(ctx: Ctx, { invoice, cents, taxes = [] }: NoteWish): Promise<readonly TaxLine[]> {
  if (!invoice) return taxes;
  const beforeCents = Math.min((await creditedFor(ctx.db, invoice)).cents, invoice.totalCents);
  return taxesOfPart(invoice, { beforeCents, cents: Math.min(cents, invoice.totalCents - beforeCents) });
}
