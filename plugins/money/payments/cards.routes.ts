import { asking, type Ctx, defineForm, defineRoute, invalid, type RouteDef, T } from '../../../core/contract.ts';
import { brandName } from './card-brand.ts';
import { cardSetup, keepCard } from './cards.service.ts';
import { newCardQuestion } from './charge-question.ts';
import { CardSetup, CardToken } from './contract.ts';
import { gatewayFor } from './provider.ts';
import { cardOf, payerOf, wasDeclined } from './payers.store.ts';

const Company = { companyID: T.Optional(T.Integer({ minimum: 1, maximum: 2_147_483_647 })) };
const Kept = T.Object({ result: T.String(), message: T.String(), brand: T.String(), last4: T.String() });

async function keep(ctx: Ctx, { companyID, tokenid }: { companyID?: number | undefined; tokenid: string }) {
  if (companyID !== undefined && companyID !== ctx.tenant.id) throw invalid('companyID', 'core.validation.const');
  const { brand, last4 } = await keepCard(ctx, tokenid);
  return { result: 'success', message: ctx.t('payments.card.saved', { last4 }), brand, last4 };
}

const body = T.Object({ ...Company, tokenid: CardToken });
/** Keeping a card pays what is owed with it. */
const keeping = (route: Pick<RouteDef, 'id' | 'method' | 'path' | 'summary'>) =>
  asking(
    defineRoute({
      ...route,
      ability: ['update', 'PaymentCard'],
      stepUp: true,
      charges: true,
      db: 'intent',
      body,
      response: Kept,
      handler: (ctx, input) => keep(ctx, input.body),
    }),
    (ctx) => ctx.transaction(newCardQuestion),
  );

/** A company's own card. The specification's three calls that keep one differ only in who makes them. */
export const cardRoutes = [
  defineRoute({
    id: 'payments.setup',
    method: 'GET',
    path: '/payments/setup',
    summary: 'What the browser needs to take a card',
    ability: ['update', 'PaymentCard'],
    response: CardSetup,
    handler: (ctx) => cardSetup(ctx, ctx.tenant),
  }),
  defineRoute({
    id: 'payments.card',
    method: 'GET',
    path: '/payment/card',
    summary: "The company's card, without its number",
    ability: ['read', 'PaymentCard'],
    query: T.Object(Company),
    response: T.Object({
      isSet: T.Boolean(),
      /** As people call it: Visa. */
      brand: T.String(),
      last4: T.String(),
      expires: T.String(),
      /** `declined`: the last payment; `failed`: every further one. */
      state: T.Enum(['none', 'good', 'declined', 'failed']),
    }),
    async handler(ctx, { query }) {
      if (query.companyID !== undefined && query.companyID !== ctx.tenant.id) throw invalid('companyID', 'core.validation.const');
      const payer = await payerOf(ctx.db, ctx.tenant.id, gatewayFor(ctx).id);
      const card = cardOf(payer);
      if (!payer || !card) return { isSet: false, brand: '', last4: '', expires: '', state: 'none' as const };
      const expires = `${String(card.expMonth).padStart(2, '0')}/${card.expYear}`;
      const state = card.failed ? ('failed' as const) : (await wasDeclined(ctx.db, payer)) ? ('declined' as const) : ('good' as const);
      return { isSet: true, brand: brandName(card.brand), last4: card.last4, expires, state };
    },
  }),
  ...keeping({
    id: 'payments.card-save',
    method: 'PUT',
    path: '/payment/card',
    summary: 'Keep another card for the company',
  }),
  ...keeping({
    id: 'payments.customer',
    method: 'POST',
    path: '/payment/customer',
    summary: "Keep a client's first card",
  }),
  ...keeping({
    id: 'payments.customer-direct',
    method: 'POST',
    path: '/payment/customer-direct',
    summary: "Keep an agency's first card",
  }),
];

export const cardForm = defineForm({
  id: 'payments.card-form',
  version: 1,
  title: 'payments.card.form',
  button: 'payments.card.button',
  submit: 'payments.card-save',
  ability: ['update', 'PaymentCard'],
  schema: T.Object({ tokenid: CardToken }),
  ui: { tokenid: { widget: 'payments.card', options: { route: 'payments.setup' } } },
});
