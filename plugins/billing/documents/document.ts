import { type Ctx, dayOf, type Letterhead, type Locale, MailSender, notFound, type Tenant } from '../../../core/contract.ts';
import { zoneOf } from '../billing.settings.ts';
import { leftOf, type StoredInvoice } from '../invoices.store.ts';
import type { Credit } from '../lists.store.ts';

/** A bill or credit note as it is put on paper, in the reader's language. Amounts in cents. */
export interface Document {
  locale: Locale;
  letterhead: Letterhead;
  title: string;
  /** Stamped across the head of what does not count any more. */
  stamp?: string;
  number: string;
  /** What stands under the title: the client, the day, the period. */
  facts: { label: string; value: string }[];
  headings: [text: string, kind: string, quantity: string, unit: string, amount: string];
  lines: { text: string; kind: string; quantity: number; unitCents: number; amountCents: number }[];
  totals: { label: string; cents: number }[];
}

/** A bill on paper; a void one says so. */
export async function invoiceDocument(ctx: Ctx, invoice: StoredInvoice): Promise<Document> {
  const base = await baseOf(ctx, invoice.companyId);
  const period = invoice.periodFirst === invoice.periodLast ? [] : [fact(ctx, 'period', `${invoice.periodFirst} – ${invoice.periodLast}`)];
  return {
    ...base,
    title: ctx.t('billing.document.invoice'),
    ...(invoice.state === 'void' && { stamp: ctx.t('billing.document.void') }),
    number: invoice.number,
    facts: [
      fact(ctx, 'number', invoice.number),
      fact(ctx, 'date', invoice.issuedOn ?? dayOf(invoice.issuedAt, await zoneOf(ctx))),
      fact(ctx, 'client', base.client),
      ...period,
      fact(ctx, 'state', ctx.t(invoice.state === 'void' ? 'billing.document.void' : `billing.state.${invoice.state}`)),
    ],
    lines: invoice.lines.map((line) => ({
      text: line.text,
      kind: ctx.t(`billing.line.${line.kind}`),
      quantity: line.quantity,
      unitCents: line.unitCents,
      amountCents: line.amountCents,
    })),
    totals: [
      { label: ctx.t('billing.document.total'), cents: invoice.totalCents },
      ...(invoice.creditCents > 0 ? [{ label: ctx.t('billing.document.credit'), cents: -invoice.creditCents }] : []),
      { label: ctx.t('billing.document.paid'), cents: invoice.paidCents },
      { label: ctx.t('billing.document.due'), cents: leftOf(invoice) },
    ],
  };
}

export async function creditDocument(ctx: Ctx, note: Credit): Promise<Document> {
  const base = await baseOf(ctx, note.company_id);
  const reason = note.reason || ctx.t('billing.credit.small');
  return {
    ...base,
    title: ctx.t('billing.document.credit-note'),
    number: note.number,
    facts: [
      fact(ctx, 'number', note.number),
      fact(ctx, 'date', note.made_on ?? dayOf(note.made_at, await zoneOf(ctx))),
      fact(ctx, 'client', base.client),
    ],
    lines: [{ text: reason, kind: ctx.t('billing.line.credit'), quantity: 1, unitCents: note.cents, amountCents: note.cents }],
    totals: [{ label: ctx.t('billing.document.total'), cents: note.cents }],
  };
}

async function baseOf(ctx: Ctx, companyId: number) {
  const client = await ctx.company(companyId);
  if (!client) throw notFound();
  const headings = ['text', 'kind', 'quantity', 'unit', 'amount'].map((name) => ctx.t(`billing.column.${name}`)) as Document['headings'];
  return { locale: ctx.locale, letterhead: await letterheadFor(ctx, client), client: client.name, headings };
}

/** The agency's letterhead, as its letters have it; what a client cannot see of it stays out. */
async function letterheadFor(ctx: Ctx, client: Tenant): Promise<Letterhead> {
  const agency = await ctx.company(client.agencyId);
  const asked = (inner: Ctx): Promise<Letterhead> => inner.use(MailSender).letterhead();
  return agency && agency.id !== ctx.tenant.id ? ctx.as(agency, asked) : asked(ctx);
}

const fact = (ctx: Ctx, name: string, value: string) => ({ label: ctx.t(`billing.document.${name}`), value });
