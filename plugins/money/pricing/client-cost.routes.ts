import {
  asking,
  type Contributions,
  type Ctx,
  defineRoute,
  Flag,
  invalid,
  momentText,
  notFound,
  shownMoney,
  type Static,
  T,
  type Tenant,
} from '../../../core/contract.ts';
import { Accounts } from '../../foundation/accounts/contract.ts';
import type { Product } from '../../foundation/companies/contract.ts';
import { CompanyId, productName } from '../../foundation/companies/shared.ts';
import { clientCostOf, leadPriceOf, marginOf, pricedClient, priceZone, saveClientCost, usualClientCost } from './client-cost.service.ts';
import { findClientCost } from './client-cost.store.ts';
import { type ClientCost, LIMIT_FREQUENCIES, TERMS } from './contract.ts';
import { costQuestion } from './cost-question.ts';
import { clientAt, ClientForm, Id } from './cost.schema.ts';
import { priceOf } from './price-input.ts';
import { pricedProducts } from './products.ts';

const Price = T.Optional(T.Union([T.String({ maxLength: 14 }), T.Number({ minimum: 0, maximum: 1_000_000 })], { 'x-unit': 'US dollars' }));
const Date = T.Optional(T.Union([T.String({ format: 'date' }), T.Enum(['']), T.Null()]));
const Count = T.Optional(T.Integer({ minimum: 0, maximum: 1_000_000 }));

/** The prices among the fields of the specification, and where each is kept. */
const PRICES = {
  CostSet: 'costSetCents',
  CostSetAdvanced: 'costSetAdvancedCents',
  CostSetB2b: 'costSetB2bCents',
  CostMonth: 'costMonthCents',
  CostMaxLead: 'costMaxLeadCents',
  PlatformFee: 'platformFeeCents',
} as const satisfies Record<string, keyof ClientCost>;

const moduleCost = (from: Contributions) =>
  T.Object({
    companyID: T.Optional(Id),
    /** The client's person, as the lists show them, in place of its company. */
    ClientID: T.Optional(Id),
    leadspeekType: T.Optional(productName(from)),
    CostSet: Price,
    CostSetAdvanced: Price,
    CostSetB2b: Price,
    CostMonth: Price,
    CostMaxLead: Price,
    PlatformFee: Price,
    LimitLead: Count,
    LimitLeadFreq: T.Optional(T.Enum([...LIMIT_FREQUENCIES])),
    LimitLeadStart: Date,
    LimitLeadEnd: Date,
    PaymentTerm: T.Optional(T.Enum([...TERMS])),
    contiDurationSelection: T.Optional(T.Enum(['weekly', 'monthly'])),
    topupoptions: T.Optional(T.Enum(['onetime', 'continual'])),
    leadsbuy: Count,
  });
type Sent = Static<ReturnType<typeof moduleCost>>;

/** Module cost: what a client pays its agency. */
export const clientCostRoutes = (from: Contributions) => [
  ...asking(
    defineRoute({
      id: 'pricing.module-cost',
      method: 'PUT',
      path: '/configuration/user/costmodule',
      summary: 'Set the module cost of a client',
      ability: ['update', 'ClientCost'],
      stepUp: true,
      charges: true,
      body: moduleCost(from),
      response: T.Object({ result: T.String(), message: T.String() }),
      async handler(ctx, { body }) {
        const { client, product, given } = await sentCost(ctx, body);
        return { result: 'success', message: await saved(ctx, client, product, given) };
      },
    }),
    async (ctx, { body }) => {
      const { client, product, given } = await ctx.transaction((inner) => sentCost(inner, body));
      return costQuestion(ctx, client, product, given);
    },
  ),
  defineRoute({
    id: 'pricing.client-prices',
    method: 'GET',
    path: '/pricing/clients/:companyId',
    summary: 'What a client pays for a lead of each product, in a line',
    ability: ['read', 'ClientCost'],
    params: CompanyId,
    response: T.Object({ prices: T.String() }),
    async handler(ctx, { params: { companyId } }) {
      const client = await pricedClient(ctx, companyId, 'read');
      const said = [];
      for (const { product } of pricedProducts(from)) {
        if (!ctx.isOffered(product)) continue;
        const { retailCents } = await marginOf(ctx, client, product, await clientCostOf(ctx, client, product));
        said.push(`${ctx.named(product).name} ${shownMoney(retailCents)}`);
      }
      return { prices: said.join(' · ') };
    },
  }),
  defineRoute({
    id: 'pricing.client-cost',
    method: 'GET',
    path: '/pricing/clients/:companyId/:product',
    summary: 'Prices of a client for one product, for the form',
    ability: ['read', 'ClientCost'],
    params: clientAt(from),
    response: ClientForm,
    async handler(ctx, { params }) {
      const client = await pricedClient(ctx, params.companyId, 'read');
      const cost = await clientCostOf(ctx, client, params.product);
      return {
        CostSet: cost.costSetCents,
        CostSetAdvanced: cost.costSetAdvancedCents,
        CostSetB2b: cost.costSetB2bCents,
        CostMonth: cost.costMonthCents,
        CostMaxLead: cost.costMaxLeadCents,
        PlatformFee: cost.platformFeeCents,
        LimitLead: cost.limitLead,
        LimitLeadFreq: cost.limitLeadFreq,
        ...(cost.limitLeadStart ? { LimitLeadStart: cost.limitLeadStart } : {}),
        ...(cost.limitLeadEnd ? { LimitLeadEnd: cost.limitLeadEnd } : {}),
        PaymentTerm: cost.paymentTerm,
        topupoptions: cost.topupoptions,
        contiDurationSelection: cost.contiDurationSelection,
        leadsbuy: cost.leadsbuy,
      };
    },
  }),
  ...asking(
    defineRoute({
      id: 'pricing.save-client-cost',
      method: 'PUT',
      path: '/pricing/clients/:companyId/:product',
      summary: 'Set the prices of a client for one product, from the form',
      ability: ['update', 'ClientCost'],
      stepUp: true,
      charges: true,
      params: clientAt(from),
      body: ClientForm,
      response: T.Object({ message: T.String() }),
      async handler(ctx, { params, body }) {
        const client = await pricedClient(ctx, params.companyId, 'update');
        return { message: await saved(ctx, client, params.product, formCost(body)) };
      },
    }),
    async (ctx, { params, body }) => {
      const client = await ctx.transaction((inner) => pricedClient(inner, params.companyId, 'update'));
      return costQuestion(ctx, client, params.product, formCost(body));
    },
  ),
  defineRoute({
    id: 'pricing.margin',
    method: 'GET',
    path: '/pricing/clients/:companyId/:product/margin',
    summary: 'What a lead of the client brings the agency',
    ability: ['read', 'ClientCost'],
    params: clientAt(from),
    response: T.Object({
      retail_cents: T.Integer(),
      wholesale_cents: T.Integer(),
      margin_cents: T.Integer(),
      loss: T.String(),
      /** Whether another price counts soon: what counts now, what then, and from when, for a text. */
      is_coming: Flag,
      now: T.String(),
      next: T.String(),
      next_from: T.String(),
      state: T.Enum(['good', 'even', 'loss']),
    }),
    async handler(ctx, { params }) {
      const client = await pricedClient(ctx, params.companyId, 'read');
      const margin = await marginOf(ctx, client, params.product, await clientCostOf(ctx, client, params.product));
      return {
        ...(await comingPrice(ctx, client, params.product)),
        retail_cents: margin.retailCents,
        wholesale_cents: margin.wholesaleCents,
        margin_cents: margin.marginCents,
        loss: shownMoney(Math.max(0, -margin.marginCents)),
        state: margin.marginCents > 0 ? ('good' as const) : margin.marginCents === 0 ? ('even' as const) : ('loss' as const),
      };
    },
  }),
];

/** The client named by its company or by its person. */
async function companyIdOf(ctx: Ctx, { companyID, ClientID }: Sent): Promise<number> {
  if (ClientID === undefined) {
    if (companyID === undefined) throw invalid('ClientID', 'core.validation.required');
    return companyID;
  }
  const account = await ctx.use(Accounts).find(ClientID);
  // Callers name the client's company, or their own beside the person.
  if (!account || (companyID !== undefined && companyID !== account.companyId && companyID !== ctx.tenant.id)) throw notFound();
  return account.companyId;
}

/** What is no price, as it was sent. */
const restOf = (sent: Omit<Sent, keyof typeof PRICES>): Partial<ClientCost> => {
  const rest: Partial<Record<keyof ClientCost, unknown>> = {
    limitLead: sent.LimitLead,
    limitLeadFreq: sent.LimitLeadFreq,
    limitLeadStart: sent.LimitLeadStart === undefined ? undefined : sent.LimitLeadStart || null,
    limitLeadEnd: sent.LimitLeadEnd === undefined ? undefined : sent.LimitLeadEnd || null,
    paymentTerm: sent.PaymentTerm,
    contiDurationSelection: sent.contiDurationSelection,
    topupoptions: sent.topupoptions,
    leadsbuy: sent.leadsbuy,
  };
  return Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
};

/** What was sent under the specification's names. */
async function sentCost(ctx: Ctx, body: Sent) {
  const client = await pricedClient(ctx, await companyIdOf(ctx, body), 'update');
  const cents = Object.entries(PRICES).flatMap(([name, key]) => {
    const typed = body[name as keyof typeof PRICES];
    return typed === undefined ? [] : [[key, priceOf(name, typed)]];
  });
  const given: Partial<ClientCost> = { ...Object.fromEntries(cents), ...restOf(body) };
  return { client, product: body.leadspeekType ?? ('local' as const), given };
}

/** What the form sent. */
function formCost(body: Static<typeof ClientForm>): Partial<ClientCost> {
  const cents = Object.entries(PRICES).flatMap(([name, key]) => {
    const value = body[name as keyof typeof PRICES];
    return value === undefined ? [] : [[key, value]];
  });
  // An emptied date is not sent: the limit has no beginning or end then.
  const dates = { limitLeadStart: body.LimitLeadStart ?? null, limitLeadEnd: body.LimitLeadEnd ?? null };
  return { ...Object.fromEntries(cents), ...restOf(body), ...dates };
}

/** Saves, and says so; a price below what the agency itself pays is pointed out. */
async function saved(ctx: Ctx, client: Tenant, product: Product, given: Partial<ClientCost>): Promise<string> {
  const cost = await saveClientCost(ctx, client, product, given);
  const { marginCents } = await marginOf(ctx, client, product, cost);
  const said = ctx.t('pricing.client.saved', { name: client.name });
  return marginCents < 0 ? `${said} ${ctx.t('pricing.client.loss', { loss: shownMoney(-marginCents) })}` : said;
}

/** What a lead costs the client now, and what from its next midnight on, where that was changed today. */
async function comingPrice(ctx: Ctx, client: Tenant, product: Product) {
  const last = await findClientCost(ctx.db, client.id, product, null);
  if (!last || last.validFrom <= ctx.now) return { is_coming: 'F' as const, now: '', next: '', next_from: '' };
  const before = (await findClientCost(ctx.db, client.id, product, ctx.now)) ?? (await usualClientCost(ctx, client, product));
  return {
    is_coming: 'T' as const,
    now: shownMoney(leadPriceOf(ctx, product, before)),
    next: shownMoney(leadPriceOf(ctx, product, last)),
    next_from: momentText(last.validFrom, await priceZone(ctx, client), ctx.locale),
  };
}
