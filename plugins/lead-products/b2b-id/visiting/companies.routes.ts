import { asking, type Ctx, defineRoute, List, ListQuery, listOf, notFound, pageOf, T } from '../../../../core/contract.ts';
import { B2B_FEATURE } from '../agreement.ts';
import { confidenceOf } from './organisation.ts';
import { findContacts, priceQuestion } from './find-contacts.ts';
import { pagesOf, type Row, shownCompanies, shownCompany } from './shown.store.ts';

const Id = T.Object({ id: T.Integer({ minimum: 1, maximum: 2_147_483_647 }) });
const STATES = ['seen', 'searching', 'found', 'searched'] as const;
const Company = T.Object({
  id: T.Integer(),
  name: T.String(),
  domain: T.String(),
  industry: T.String(),
  country: T.String(),
  employees: T.Union([T.Integer(), T.Null()]),
  client: T.String(),
  visits: T.Integer(),
  views: T.Integer(),
  /** How sure it is which company it was, in percent. */
  confidence: T.Integer(),
  first_seen_at: T.String(),
  last_seen_at: T.String(),
  /** Whether contacts were looked for: not yet, at present, or before. */
  state: T.Enum([...STATES]),
});

async function shownOf(ctx: Ctx, rows: readonly Row[]) {
  const clients = new Map<number, string>();
  for (const id of new Set(rows.map((row) => row.company_id))) clients.set(id, (await ctx.company(id))?.name ?? '');
  return rows.map(({ company_id: client, network_confidence: network, is_known: isKnown, first_seen_at, last_seen_at, ...row }) => ({
    ...row,
    client: clients.get(client)!,
    confidence: confidenceOf(network, isKnown),
    first_seen_at: first_seen_at.toISOString(),
    last_seen_at: last_seen_at.toISOString(),
  }));
}

export const companyRoutes = [
  defineRoute({
    id: 'b2b-id.companies',
    method: 'GET',
    path: '/b2b/visiting-companies',
    summary: 'Companies from whose networks the websites of clients were visited',
    ability: ['read', 'VisitingCompany'],
    feature: B2B_FEATURE,
    query: T.Object({ ...ListQuery(['last', 'name', 'visits', 'views']), state: T.Optional(T.Enum([...STATES])) }),
    response: List(Company),
    async handler(ctx, { query }) {
      const at = pageOf(query);
      const { rows, total } = await shownCompanies(ctx, { ...query, ...at });
      return listOf(await shownOf(ctx, rows), total, at);
    },
  }),
  defineRoute({
    id: 'b2b-id.visited-pages',
    method: 'GET',
    path: '/b2b/visiting-companies/:id/pages',
    summary: 'Pages that people of a company looked at',
    ability: ['read', 'VisitingCompany'],
    feature: B2B_FEATURE,
    params: Id,
    query: T.Object(ListQuery(['last'])),
    response: List(T.Object({ url: T.String(), views: T.Integer(), last_at: T.String() })),
    async handler(ctx, { params, query }) {
      if (!(await shownCompany(ctx, params.id))) throw notFound();
      const at = pageOf(query);
      const { rows, total } = await pagesOf(ctx, params.id, at);
      return listOf(
        rows.map((row) => ({ ...row, last_at: row.last_at.toISOString() })),
        total,
        at,
      );
    },
  }),
  ...asking(
    defineRoute({
      id: 'b2b-id.find-contacts',
      method: 'POST',
      path: '/b2b/visiting-companies/:id/contacts',
      summary: 'Look for contacts at a company; each that is found is a lead of the campaign and costs its price',
      ability: ['update', 'VisitingCompany'],
      feature: B2B_FEATURE,
      audit: 'b2b-id.contacts-asked',
      params: Id,
      body: T.Object({
        /** A running campaign of the same client that is about contacts; without it the one that was made last. */
        leadspeek_api_id: T.Optional(T.Integer({ minimum: 1, maximum: 2_147_483_647 })),
      }),
      response: T.Object({ result: T.String(), message: T.String(), leadspeek_api_id: T.Integer() }),
      handler: (ctx, { params, body }) => findContacts(ctx, params.id, body.leadspeek_api_id),
    }),
    (ctx, { params, body }) => ctx.transaction((inner) => priceQuestion(inner, params.id, body.leadspeek_api_id)),
  ),
];
