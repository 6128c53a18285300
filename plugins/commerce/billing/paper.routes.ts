import { type Ctx, defineRoute, List, listOfAll, PageQuery, type Static, T, type TObject, type TSchema } from '../../../core/contract.ts';
import { Payments } from '../../money/payments/contract.ts';
import { paperOf } from './details/paper.ts';
import { addressLines, taxIdText } from './details/party.ts';
import type { StoredInvoice } from './invoices.store.ts';
import { At, creditsOf, oneOf, reasonOf } from './lists.store.ts';
import { percentOf } from './taxes/percent.ts';
import { transactionsOf } from './transactions.store.ts';

/** A list that stands on an invoice, or beside it: `GET /billing/invoices/:id/<part>`. `text` is what a search looks at. */
const partOfInvoice = <P extends Record<string, TSchema>>(of: {
  part: string;
  summary: string;
  row: P;
  rows(ctx: Ctx, invoice: StoredInvoice): Promise<Static<TObject<P>>[]>;
  text(row: Static<TObject<P>>): string;
}) =>
  defineRoute({
    id: `billing.${of.part}`,
    method: 'GET',
    path: `/billing/invoices/:id/${of.part}`,
    summary: of.summary,
    ability: ['read', 'Invoice'],
    params: At,
    query: T.Object(PageQuery),
    response: List(T.Object(of.row)),
    handler: async (ctx, { params, query }) => listOfAll(await of.rows(ctx, await oneOf(ctx, params.id)), query, ctx.locale, of.text),
  });

/** What stands on an invoice besides its sums. */
export const paperRoutes = [
  defineRoute({
    id: 'billing.paper',
    method: 'GET',
    path: '/billing/invoices/:id/paper',
    summary: 'Both sides of an invoice as they were when it was issued',
    ability: ['read', 'Invoice'],
    params: At,
    response: T.Object({ seller: T.String(), buyer: T.String() }),
    async handler(ctx, { params }) {
      const paper = await paperOf(ctx.db, (await oneOf(ctx, params.id)).id);
      const [seller = '', buyer = ''] = (paper ? [paper.seller, paper.buyer] : []).map((party) => {
        return [party.name, ...addressLines(party, ctx.locale), taxIdText(party, ctx)].filter((line) => line !== null).join(' · ');
      });
      return { seller, buyer };
    },
  }),
  partOfInvoice({
    part: 'lines',
    summary: 'The lines of an invoice',
    row: {
      key: T.Integer(),
      text: T.String(),
      kind: T.String(),
      quantity: T.Integer(),
      unit_cents: T.Integer(),
      amount_cents: T.Integer(),
    },
    rows: async (ctx, { lines }) =>
      lines.map((line, key) => ({
        key,
        text: line.text,
        kind: ctx.t(`billing.line.${line.kind}`),
        quantity: line.quantity,
        unit_cents: line.unitCents,
        amount_cents: line.amountCents,
      })),
    text: ({ text, kind }) => `${text} ${kind}`,
  }),
  partOfInvoice({
    part: 'taxes',
    summary: 'The taxes on an invoice',
    row: {
      key: T.Integer(),
      name: T.String(),
      percent: T.String(),
      how: T.String(),
      net_cents: T.Integer(),
      tax_cents: T.Integer(),
    },
    rows: async (ctx, { taxes }) =>
      taxes.map(({ name, ppm, inclusive, netCents, taxCents }, key) => ({
        key,
        name,
        percent: percentOf(ppm),
        how: ctx.t(inclusive ? 'billing.tax.inclusive' : 'billing.tax.exclusive'),
        net_cents: netCents,
        tax_cents: taxCents,
      })),
    text: ({ name }) => name,
  }),
  partOfInvoice({
    part: 'history',
    summary: 'Payments, refunds and credit notes of an invoice',
    row: { key: T.String(), at: T.String(), kind: T.String(), what: T.String(), note: T.String(), cents: T.Integer() },
    async rows(ctx, { id }) {
      const moved = (await transactionsOf(ctx.db, id)).map(({ id: key, kind, cents, card, madeAt }) => ({
        key: `transaction:${key}`,
        at: madeAt.toISOString(),
        kind: kind as string,
        what: ctx.use(Payments).cardNamed(card),
        note: '',
        cents: kind === 'payment' || kind === 'won_back' ? cents : -cents,
      }));
      const notes = (ctx.can('read', 'CreditNote') ? await creditsOf(ctx, id) : []).map((note) => ({
        key: `credit:${note.id}`,
        at: note.made_at.toISOString(),
        kind: 'credit',
        what: note.number,
        note: reasonOf(ctx, note),
        cents: -note.cents,
      }));
      return [...moved, ...notes].toSorted((a, b) => a.at.localeCompare(b.at));
    },
    text: ({ what, note }) => `${what} ${note}`,
  }),
];
