import { type Ctx, dayOf, type Letterhead, type Locale, MailSender, notFound, type Tenant } from '../../../../core/contract.ts';
import { Payments } from '../../../money/payments/contract.ts';
import { zoneOf } from '../billing.settings.ts';
import { type Paper, paperFor, paperOf } from '../details/paper.ts';
import { addressLines, type Party, taxIdText } from '../details/party.ts';
import { leftOf, type StoredInvoice } from '../invoices.store.ts';
import { type Credit, creditsOf, reasonOf } from '../lists.store.ts';
import { percentOf } from '../taxes/percent.ts';
import { taxLinesOf } from '../taxes/tax-lines.store.ts';
import type { TaxLine } from '../taxes/tax.ts';
import { transactionsOf } from '../transactions.store.ts';

/** A bill or credit note as it is put on paper, in the reader's language; every kind of file is written from it. Amounts in cents. */
export interface Document {
  locale: Locale;
  letterhead: Letterhead;
  title: string;
  /** Stamped across the head of what does not count any more. */
  stamp?: string;
  number: string;
  /** Who sells, and to whom, under a heading each: name, address, tax number. */
  parties: { heading: string; lines: string[] }[];
  /** What stands under them: the day, the period, how it is paid. */
  facts: { label: string; value: string }[];
  headings: [text: string, kind: string, quantity: string, unit: string, amount: string];
  lines: { text: string; kind: string; quantity: number; unitCents: number; amountCents: number }[];
  totals: { label: string; cents: number }[];
  /** Payments, refunds and credit notes, oldest first. */
  history: { heading: string; rows: { day: string; text: string; cents: number }[] } | null;
  /** The seller's own words below it, in lines. */
  footer: string[];
}

/** A bill on paper, with both sides as they were when it was issued and its payments as they are now; a void one says so. */
export async function invoiceDocument(ctx: Ctx, invoice: StoredInvoice): Promise<Document> {
  const { paper, ...base } = await baseOf(ctx, invoice.companyId, invoice.id);
  const zone = await zoneOf(ctx);
  const issuedOn = invoice.issuedOn ?? dayOf(invoice.issuedAt, zone);
  const period = invoice.periodFirst === invoice.periodLast ? [] : [fact(ctx, 'period', `${invoice.periodFirst} – ${invoice.periodLast}`)];
  const isVoid = invoice.state === 'void';
  return {
    ...base,
    title: ctx.t('billing.document.invoice'),
    ...(isVoid && { stamp: ctx.t('billing.document.void') }),
    number: invoice.number,
    facts: [
      fact(ctx, 'number', invoice.number),
      fact(ctx, 'date', issuedOn),
      ...(invoice.dueOn ? [fact(ctx, 'due-date', invoice.dueOn)] : []),
      ...period,
      fact(ctx, 'method', await methodOf(ctx, invoice)),
      fact(ctx, 'state', ctx.t(isVoid ? 'billing.document.void' : `billing.state.${invoice.state}`)),
      ...(paper.exemption ? [fact(ctx, 'exemption', paper.exemption)] : []),
    ],
    lines: invoice.lines.map((line) => ({
      text: line.text,
      kind: ctx.t(`billing.line.${line.kind}`),
      quantity: line.quantity,
      unitCents: line.unitCents,
      amountCents: line.amountCents,
    })),
    totals: [
      ...taxTotals(ctx, invoice.totalCents - invoice.taxCents, invoice.taxes),
      { label: ctx.t('billing.document.total'), cents: invoice.totalCents },
      ...(invoice.creditCents > 0 ? [{ label: ctx.t('billing.document.credit'), cents: -invoice.creditCents }] : []),
      { label: ctx.t('billing.document.paid'), cents: invoice.paidCents },
      ...(invoice.refundedCents > 0 ? [{ label: ctx.t('billing.document.refunded'), cents: -invoice.refundedCents }] : []),
      { label: ctx.t('billing.document.due'), cents: leftOf(invoice) },
    ],
    history: await historyOf(ctx, invoice, zone),
  };
}

export async function creditDocument(ctx: Ctx, note: Credit): Promise<Document> {
  const { paper: _paper, ...base } = await baseOf(ctx, note.company_id, note.id);
  const taxes = (await taxLinesOf(ctx.db, [note.id])).get(note.id)!;
  const netCents = note.cents - note.tax_cents;
  const linesCents = taxes.filter(({ inclusive }) => !inclusive).reduce((left, tax) => left - tax.taxCents, note.cents);
  return {
    ...base,
    title: ctx.t('billing.document.credit-note'),
    number: note.number,
    facts: [
      fact(ctx, 'number', note.number),
      fact(ctx, 'date', note.made_on ?? dayOf(note.made_at, await zoneOf(ctx))),
      ...(note.invoice_number ? [fact(ctx, 'of-invoice', note.invoice_number)] : []),
    ],
    lines: [{ text: reasonOf(ctx, note), kind: ctx.t('billing.line.credit'), quantity: 1, unitCents: linesCents, amountCents: linesCents }],
    totals: [...taxTotals(ctx, netCents, taxes), { label: ctx.t('billing.document.total'), cents: note.cents }],
    history: null,
  };
}

async function baseOf(ctx: Ctx, companyId: number, documentId: string) {
  const client = await ctx.company(companyId);
  if (!client) throw notFound();
  const paper = (await paperOf(ctx.db, documentId)) ?? (await paperFor(ctx, client));
  const headings = ['text', 'kind', 'quantity', 'unit', 'amount'].map((name) => ctx.t(`billing.column.${name}`)) as Document['headings'];
  return {
    locale: ctx.locale,
    letterhead: await letterheadFor(ctx, client),
    headings,
    parties: sidesOf(ctx, paper),
    footer: paper.footer ? paper.footer.split('\n') : [],
    paper,
  };
}

const sidesOf = (ctx: Ctx, { seller, buyer }: Paper): Document['parties'] => [
  { heading: ctx.t('billing.document.seller'), lines: partyLines(ctx, seller) },
  { heading: ctx.t('billing.document.client'), lines: partyLines(ctx, buyer) },
];
const partyLines = (ctx: Ctx, party: Party): string[] => [
  party.name,
  ...addressLines(party, ctx.locale),
  ...[taxIdText(party, ctx)].filter((line) => line !== null),
  ...(party.email ? [party.email] : []),
];

/** The net and each tax, where there is any. */
const taxTotals = (ctx: Ctx, netCents: number, taxes: readonly TaxLine[]): Document['totals'] =>
  taxes.length === 0
    ? []
    : [
        { label: ctx.t('billing.document.net'), cents: netCents },
        ...taxes.map(({ name, ppm, taxCents }) => ({
          label: ctx.t('billing.document.tax', { name, percent: percentOf(ppm) }),
          cents: taxCents,
        })),
      ];

/** The card that paid, or how it is going to be paid. */
async function methodOf(ctx: Ctx, invoice: StoredInvoice): Promise<string> {
  const payments = ctx.use(Payments);
  if (invoice.state === 'external') return ctx.t('billing.document.method.outside');
  const [paid] = (await transactionsOf(ctx.db, invoice.id)).toReversed();
  if (paid) return payments.cardNamed(paid.card);
  if (invoice.dueCents === 0) return ctx.t('billing.document.method.credit');
  return payments.cardText(invoice.companyId);
}

async function historyOf(ctx: Ctx, invoice: StoredInvoice, zone: string): Promise<Document['history']> {
  const moved = (await transactionsOf(ctx.db, invoice.id)).map(({ kind, cents, card, madeAt }) => ({
    at: madeAt,
    text: ctx.t(`billing.transaction.${kind}.by`, { card: ctx.use(Payments).cardNamed(card) }),
    cents: kind === 'payment' || kind === 'won_back' ? cents : -cents,
  }));
  const notes = (await creditsOf(ctx, invoice.id)).map(({ number, cents, made_at }) => ({
    at: made_at,
    text: ctx.t('billing.transaction.credit.by', { number }),
    cents: -cents,
  }));
  if (moved.length + notes.length === 0) return null;
  const rows = [...moved, ...notes].toSorted((a, b) => a.at.getTime() - b.at.getTime());
  return { heading: ctx.t('billing.history.title'), rows: rows.map(({ at, text, cents }) => ({ day: dayOf(at, zone), text, cents })) };
}

/** The agency's letterhead, as its letters have it; what a client cannot see of it stays out. */
async function letterheadFor(ctx: Ctx, client: Tenant): Promise<Letterhead> {
  const agency = await ctx.company(client.agencyId);
  const asked = (inner: Ctx): Promise<Letterhead> => inner.use(MailSender).letterhead();
  return agency && agency.id !== ctx.tenant.id ? ctx.as(agency, asked) : asked(ctx);
}

const fact = (ctx: Ctx, name: string, value: string) => ({ label: ctx.t(`billing.document.${name}`), value });
