import { type ApiDocument, ApiDocumentPort, BrandPort, type Ctx, defineRoute, DOCUMENTS, notFound, T } from '../../../../core/contract.ts';
import { group, introduction, type Words } from './html.ts';

/** In the name of the brand that answers. */
async function documentOf(ctx: Ctx): Promise<ApiDocument> {
  const title = ctx.has(BrandPort) ? (await ctx.use(BrandPort).of(ctx.host)).name : ctx.host.name;
  return ctx.use(ApiDocumentPort).of({ title, server: `${await ctx.origin(ctx.host)}/api` });
}

const wordsOf = (ctx: Ctx): Words => ({
  field: ctx.t('open-api.reference.field'),
  type: ctx.t('open-api.reference.type'),
  meaning: ctx.t('open-api.reference.meaning'),
  required: ctx.t('open-api.reference.required'),
  request: ctx.t('open-api.reference.request'),
  response: ctx.t('open-api.reference.response'),
  scope: ctx.t('open-api.reference.scope'),
  base: ctx.t('open-api.reference.base'),
  area: ctx.t('open-api.reference.area'),
  call: ctx.t('open-api.reference.call'),
});

const openapi = defineRoute({
  id: 'open-api.document',
  method: 'GET',
  path: '/v1/openapi.json',
  summary: 'The API of programs as OpenAPI 3.1',
  ability: 'public',
  spends: [],
  rate: DOCUMENTS.id,
  scope: 'host',
  anyAal: true,
  response: T.Unsafe<object>({ type: 'object' }),
  handler: (ctx) => documentOf(ctx),
});

const page = defineRoute({
  id: 'open-api.reference',
  method: 'GET',
  path: '/v1/reference',
  summary: 'The reference of the API, a group at a time',
  ability: 'public',
  spends: [],
  scope: 'host',
  anyAal: true,
  query: T.Object({ group: T.Optional(T.String({ maxLength: 60 })) }),
  response: T.Object({ html: T.String() }),
  async handler(ctx, { query }) {
    const api = await documentOf(ctx);
    if (query.group === undefined) return { html: introduction(api, wordsOf(ctx)) };
    if (!api.tags.some(({ name }) => name === query.group)) throw notFound();
    return { html: group(api, query.group, wordsOf(ctx)) };
  },
});

export const referenceRoutes = [openapi, page];
