import { type Contributions, type Ctx, defineRoute, List, listOfAll, ListQuery, notFound, T, type Tenant } from '../../../core/contract.ts';
import { CompanyId, productName } from '../../foundation/companies/shared.ts';
import { CLIENT_NEWS } from './clients.service.ts';
import { clients } from './clients.store.ts';
import { chooseProducts, chooseTerms, offeredProducts, offeredTerms } from './selections.service.ts';

const Choice = T.Object({ company_id: T.Integer(), key: T.String(), title: T.String(), on: T.Boolean() });
const Query = T.Object({ ...ListQuery(['title']) });
const Switched = T.Object({ on: T.Boolean(), message: T.String() });
const On = T.Object({ on: T.Boolean() });

/** Products and payment terms of one client, each a switch under its row. */
export const choiceRoutes = (from: Contributions) => [
  defineRoute({
    id: 'clients.products',
    method: 'GET',
    path: '/clients/:companyId/products',
    summary: 'Products of a client',
    ability: ['update', 'Client'],
    params: CompanyId,
    query: Query,
    response: List(Choice),
    async handler(ctx, { params, query }) {
      const client = await changeable(ctx, params.companyId);
      const rows = (await offeredProducts(ctx, client)).map(({ product, on }) => ({ key: product, title: ctx.named(product).name, on }));
      return pageOfChoices(ctx, client, rows, query);
    },
  }),
  defineRoute({
    id: 'clients.switch-product',
    method: 'PUT',
    path: '/clients/:companyId/products/:product',
    summary: 'Switch a product for a client',
    ability: ['update', 'Client'],
    withoutStepUp: 'turns a product on or off, which the same switch undoes',
    params: T.Object({ ...CompanyId.properties, product: productName(from) }),
    body: On,
    response: Switched,
    async handler(ctx, { params, body }) {
      const client = await changeable(ctx, params.companyId);
      await chooseProducts(ctx, client, [{ type: params.product, status: body.on }]);
      return done(ctx, client, body.on, params.product, ctx.named(params.product).name);
    },
  }),
  defineRoute({
    id: 'clients.terms',
    method: 'GET',
    path: '/clients/:companyId/terms',
    summary: 'Payment terms offered to a client',
    ability: ['update', 'Client'],
    params: CompanyId,
    query: Query,
    response: List(Choice),
    async handler(ctx, { params, query }) {
      const client = await changeable(ctx, params.companyId);
      const rows = (await offeredTerms(ctx, client.id)).map(({ term, on }) => ({ key: term, title: ctx.t(`clients.term.${term}`), on }));
      return pageOfChoices(ctx, client, rows, query);
    },
  }),
  defineRoute({
    id: 'clients.switch-term',
    method: 'PUT',
    path: '/clients/:companyId/terms/:term',
    summary: 'Offer a payment term to a client, or no longer',
    ability: ['update', 'Client'],
    stepUp: true,
    params: T.Object({ ...CompanyId.properties, term: T.Enum(['Weekly', 'Monthly', 'OneTime', 'Prepaid']) }),
    body: On,
    response: Switched,
    async handler(ctx, { params, body }) {
      const client = await changeable(ctx, params.companyId);
      await chooseTerms(ctx, client, [{ term: params.term, status: body.on }]);
      return done(ctx, client, body.on, params.term, `clients.term.${params.term}`);
    },
  }),
];

/** A client the actor may change; throws 404 for any other. */
async function changeable(ctx: Ctx, companyId: number): Promise<Tenant> {
  const client = (await clients.find(ctx, companyId, 'update')) && (await ctx.company(companyId));
  if (!client) throw notFound();
  return client;
}

/** `title` is what people read: a name, or the key of a text. */
async function done(ctx: Ctx, client: Tenant, on: boolean, what: string, title: string) {
  await ctx.audit({
    action: 'clients.switched',
    companyId: client.id,
    description: `${what} ${on ? 'on' : 'off'} for client ${client.name}`,
    params: { title, state: `core.switch.${on ? 'on' : 'off'}` },
    target: String(client.id),
  });
  await ctx.live(CLIENT_NEWS, client);
  return { on, message: ctx.t('clients.updated') };
}

function pageOfChoices(
  ctx: Ctx,
  client: Tenant,
  all: { key: string; title: string; on: boolean }[],
  query: { Page?: number; PerPage?: number; sortby?: string; order?: string; search?: string },
) {
  const rows = all.map((row) => ({ company_id: client.id, ...row }));
  return listOfAll(rows, query, ctx.locale, ({ title }) => title);
}
