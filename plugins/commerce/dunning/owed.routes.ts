import { asking, type Ctx, defineRoute, type Question, shownMoney, T } from '../../../core/contract.ts';
import type { Invoice } from '../billing/contract.ts';
import { CardToken, Payments } from '../../money/payments/contract.ts';
import { agencyOwed } from './agency.store.ts';
import { owedInvoices } from './arrears.service.ts';
import { arrearsOf } from './arrears.store.ts';
import { payNow } from './pay.service.ts';
import { said } from './pay.routes.ts';
import { needsCard } from './setup-check.ts';

const Done = T.Object({ result: T.String(), message: T.String(), go: T.String() });
const pays = {
  ability: ['update', 'PaymentCard'],
  db: 'intent',
  stepUp: true,
  charges: true,
  response: Done,
  unlogged: 'what is kept and what is charged is logged by payments',
} as const;

/** What a company owes, and how it mends that on Card Setting. */
export const owedRoutes = [
  defineRoute({
    id: 'dunning.owed',
    method: 'GET',
    path: '/dunning/owed',
    summary: 'What the own company owes, and whether it lacks a card',
    ability: ['read', 'PaymentCard'],
    response: T.Object({
      owes: T.Enum(['nothing', 'client', 'agency']),
      needs_card: T.Boolean(),
      /** With the currency's sign, for texts. */
      amount: T.String(),
      invoices: T.String(),
    }),
    async handler(ctx) {
      if (ctx.tenant.kind === 'agency') {
        const cents = await agencyOwed(ctx.db, ctx.tenant.id);
        return {
          owes: cents > 0 ? ('agency' as const) : ('nothing' as const),
          needs_card: false,
          amount: shownMoney(cents),
          invoices: '',
        };
      }
      const row = await arrearsOf(ctx.db, ctx.tenant.id);
      const owed = row ? await owedInvoices(ctx, row) : [];
      return {
        owes: row ? ('client' as const) : ('nothing' as const),
        needs_card: ctx.tenant.kind === 'client' && (await needsCard(ctx)),
        amount: shownMoney(owed.reduce((sum, i) => sum + i.dueCents, 0)),
        invoices: owed.map((i) => i.number).join(', '),
      };
    },
  }),
  ...asking(
    defineRoute({
      id: 'dunning.pay-owed',
      method: 'POST',
      path: '/dunning/pay',
      summary: 'Try the kept card again for what the own company owes',
      ...pays,
      async handler(ctx) {
        return { ...said(ctx, (await payOwed(ctx, await ctx.transaction(owedNow))) ?? true), go: '/' };
      },
    }),
    (ctx) => ctx.transaction((inner) => owedQuestion(inner)),
  ),
  ...asking(
    defineRoute({
      id: 'dunning.mend',
      method: 'POST',
      path: '/dunning/card',
      summary: 'Keep another card for the own company, and pay with it what is owed',
      ...pays,
      body: T.Object({ tokenid: CardToken }),
      async handler(ctx, { body }) {
        // Looked at first: keeping the card begins the payments, and those count as this person's.
        const owed = await ctx.transaction(owedNow);
        await ctx.use(Payments).keepCard(body.tokenid);
        const paid = await payOwed(ctx, owed);
        return { ...(paid === null ? { result: 'success', message: ctx.t('dunning.mend.saved') } : said(ctx, paid)), go: '/' };
      },
    }),
    (ctx) => ctx.transaction((inner) => owedQuestion(inner, inner.t('payments.ask.new-card'))),
  ),
];

/** Names the invoices that are owed; with the card that is about to be kept, or the one that is. */
async function owedQuestion(ctx: Ctx, card?: string): Promise<Question | null> {
  const owed = await owedNow(ctx);
  const cents = owed.reduce((sum, invoice) => sum + invoice.dueCents, 0);
  const what = ctx.t('dunning.ask.invoice', { invoices: owed.map(({ number }) => number).join(', ') });
  return ctx.use(Payments).question(ctx.tenant.id, { what, cents, ...(card === undefined ? {} : { card }) });
}

/** Pays what the arrears are about, one invoice after the other; null when nothing is owed. */
async function payOwed(ctx: Ctx, owed: readonly Invoice[]): Promise<boolean | null> {
  if (owed.length === 0) return null;
  let paid = true;
  for (const invoice of owed) paid = (await payNow(ctx, invoice)) && paid;
  return paid;
}

/** The invoices that the arrears of the caller's company are about. */
async function owedNow(ctx: Ctx): Promise<Invoice[]> {
  const row = await arrearsOf(ctx.db, ctx.tenant.id);
  return row ? owedInvoices(ctx, row) : [];
}
