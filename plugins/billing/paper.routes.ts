import { defineRoute, List, listOfAll, ListQuery, T } from '../../core/contract.ts';
import { Payments } from '../payments/contract.ts';
import { paperOf } from './details/paper.ts';
import { addressLines } from './details/party.ts';
import { At, creditsOf, oneOf, reasonOf } from './lists.store.ts';
import { percentOf } from './taxes/percent.ts';
import { transactionsOf } from './transactions.store.ts';

const { Page, PerPage } = ListQuery([]);

/** What stands on an invoice besides its lines. */
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
        const number = party.taxIdKind ? [`${ctx.t(`billing.details.tax_id_kind.${party.taxIdKind}`)} ${party.taxId}`] : [];
        return [party.name, ...addressLines(party, ctx.locale), ...number].join(' · ');
      });
      return { seller, buyer };
    },
  }),
  defineRoute({
    id: 'billing.taxes',
    method: 'GET',
    path: '/billing/invoices/:id/taxes',
    summary: 'The taxes on an invoice',
    ability: ['read', 'Invoice'],
    params: At,
    query: T.Object({ Page, PerPage }),
    response: List(
      T.Object({
        key: T.Integer(),
        name: T.String(),
        percent: T.String(),
        how: T.String(),
        net_cents: T.Integer(),
        tax_cents: T.Integer(),
      }),
    ),
    async handler(ctx, { params, query }) {
      const { taxes } = await oneOf(ctx, params.id);
      const rows = taxes.map(({ name, ppm, inclusive, netCents, taxCents }, key) => ({
        key,
        name,
        percent: percentOf(ppm),
        how: ctx.t(inclusive ? 'billing.tax.inclusive' : 'billing.tax.exclusive'),
        net_cents: netCents,
        tax_cents: taxCents,
      }));
      return listOfAll(rows, query, ctx.locale, ({ name }) => name);
    },
  }),
  defineRoute({
    id: 'billing.history',
    method: 'GET',
    path: '/billing/invoices/:id/history',
    summary: 'Payments, refunds and credit notes of an invoice',
    ability: ['read', 'Invoice'],
    params: At,
    query: T.Object({ Page, PerPage }),
    response: List(T.Object({ key: T.String(), at: T.String(), kind: T.String(), what: T.String(), note: T.String(), cents: T.Integer() })),
    async handler(ctx, { params, query }) {
      const { id } = await oneOf(ctx, params.id);
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
      const rows = [...moved, ...notes].toSorted((a, b) => a.at.localeCompare(b.at));
      return listOfAll(rows, query, ctx.locale, ({ what, note }) => `${what} ${note}`);
    },
  }),
];
