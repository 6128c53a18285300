import { asking, type Ctx, defineRoute, type Question, type RateDef, T } from '../../../core/contract.ts';
import { CardSetup, CardToken, Payments } from '../../money/payments/contract.ts';
import { isPayable, linked, payNow } from './pay.service.ts';

const Token = T.String({ minLength: 40, maxLength: 400, pattern: '^[A-Za-z0-9_-]+$' });
const Paid = T.Object({ result: T.String(), message: T.String() });

export const payRate: RateDef = { id: 'dunning.pay', points: 30, seconds: 60, by: 'ip' };
const open = { ability: 'public', scope: 'host', anyAal: true, rate: payRate.id, limits: 'only the holder of a mailed link' } as const;
const pays = {
  ...open,
  spends: ['rows', 'money'],
  charges: true,
  db: 'intent',
  response: Paid,
  unlogged: 'what is kept and what is charged is logged by payments',
} as const;

/** What anybody may do who holds a mailed link: see its one invoice, and pay it. */
export const payRoutes = [
  defineRoute({
    id: 'dunning.pay-setup',
    method: 'GET',
    path: '/pay/setup/:token',
    summary: 'What the browser needs to take a card on the page of a payment link',
    ...open,
    spends: [],
    params: T.Object({ token: Token }),
    response: CardSetup,
    async handler(ctx, { params }) {
      const { client } = await linked(ctx, params.token);
      return ctx.use(Payments).cardSetup(client);
    },
  }),
  defineRoute({
    id: 'dunning.pay-invoice',
    method: 'GET',
    path: '/pay/invoice/:token',
    summary: 'The invoice of a payment link',
    ...open,
    spends: [],
    params: T.Object({ token: Token }),
    response: T.Object({
      number: T.String(),
      company: T.String(),
      amount_cents: T.Integer(),
      state: T.Enum(['unpaid', 'paying', 'paid', 'closed']),
      /** Brand and last digits, or empty. */
      card: T.String(),
      may_pay: T.Boolean(),
      may_try: T.Boolean(),
    }),
    async handler(ctx, { params }) {
      const { client, invoice } = await linked(ctx, params.token);
      const card = await ctx.as(client, (own) => own.use(Payments).card(client.id));
      const may_pay = isPayable(invoice) && invoice.state !== 'paying';
      const state =
        invoice.state === 'paying' || invoice.state === 'paid' ? invoice.state : may_pay ? ('unpaid' as const) : ('closed' as const);
      return {
        number: invoice.number,
        company: client.name,
        amount_cents: invoice.dueCents,
        state,
        card: card ? await ctx.as(client, (own) => own.use(Payments).cardText(client.id)) : '',
        may_pay,
        may_try: may_pay && card !== null && !card.failed,
      };
    },
  }),
  ...asking(
    defineRoute({
      id: 'dunning.pay-try',
      method: 'POST',
      path: '/pay/try',
      summary: 'Pay the invoice of a payment link with the card that is kept',
      ...pays,
      body: T.Object({ token: Token }),
      handler: async (ctx, { body }) => said(ctx, await pay(ctx, body.token)),
    }),
    (ctx, { body }) => ctx.transaction((inner) => linkQuestion(inner, body.token)),
  ),
  ...asking(
    defineRoute({
      id: 'dunning.pay-card',
      method: 'POST',
      path: '/pay/card',
      summary: 'Pay the invoice of a payment link with another card, which is kept',
      ...pays,
      body: T.Object({ token: Token, tokenid: CardToken }),
      handler: async (ctx, { body }) => said(ctx, await pay(ctx, body.token, body.tokenid)),
    }),
    (ctx, { body }) => ctx.transaction((inner) => linkQuestion(inner, body.token, inner.t('payments.ask.new-card'))),
  ),
];

async function linkQuestion(ctx: Ctx, token: string, card?: string): Promise<Question | null> {
  const { client, invoice } = await linked(ctx, token);
  if (!isPayable(invoice)) return null;
  const charge = { what: ctx.t('dunning.ask.invoice', { invoices: invoice.number }), cents: invoice.dueCents };
  return ctx.as(client, (own) => own.use(Payments).question(client.id, { ...charge, ...(card === undefined ? {} : { card }) }));
}

async function pay(ctx: Ctx, token: string, tokenid?: string): Promise<boolean> {
  const { client, invoice } = await ctx.transaction((inner) => linked(inner, token));
  if (!isPayable(invoice)) return true;
  return ctx.as(client, async (own) => {
    if (tokenid !== undefined) await own.use(Payments).keepCard(tokenid);
    return payNow(own, invoice);
  });
}

export const said = (ctx: Ctx, paid: boolean) => ({ result: 'success', message: ctx.t(paid ? 'dunning.pay.paid' : 'dunning.pay.waiting') });
