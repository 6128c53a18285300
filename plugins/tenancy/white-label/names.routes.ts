import { defineRoute, invalid, List, ListQuery, NamesPort, pageOfAll, T } from '../../../core/contract.ts';

const Key = T.Object({ key: T.String({ pattern: '^[a-z0-9-]{1,40}$' }) });
/** What is typed; the rules beyond length are the kernel's, which knows all names. */
export const Renamed = { name: T.String({ minLength: 1, maxLength: 40 }), url: T.String({ minLength: 1, maxLength: 40 }) };
const Thing = T.Object({ key: T.String(), name: T.String(), url: T.String(), own: T.Boolean() });

export const nameRoutes = [
  defineRoute({
    id: 'white-label.names',
    method: 'GET',
    path: '/configuration/module-names',
    summary: 'What the company calls its products',
    ability: ['read', 'Branding'],
    query: T.Object(ListQuery(['name'])),
    response: List(Thing),
    async handler(ctx, { query }) {
      const things = ctx.use(NamesPort).list();
      return pageOfAll(things, query);
    },
  }),
  defineRoute({
    id: 'white-label.save-names',
    method: 'PUT',
    path: '/configuration/module-names',
    summary: 'Rename several products at once',
    ability: ['update', 'Branding'],
    audit: 'white-label.names-changed',
    body: T.Object({ names: T.Record(T.String({ pattern: '^[a-z0-9-]{1,40}$' }), T.Object(Renamed), { maxProperties: 40 }) }),
    response: T.Object({ message: T.String() }),
    async handler(ctx, { body }) {
      await ctx.use(NamesPort).save(ctx.tenant, body.names);
      return { message: ctx.t('white-label.names.saved') };
    },
  }),
  defineRoute({
    id: 'white-label.rename',
    method: 'PUT',
    path: '/configuration/module-names/:key',
    summary: 'Rename a product',
    ability: ['update', 'Branding'],
    audit: 'white-label.names-changed',
    params: Key,
    body: T.Object(Renamed),
    response: T.Object({ message: T.String() }),
    async handler(ctx, { params, body }) {
      const names = ctx.use(NamesPort);
      if (!names.list().some((n) => n.key === params.key)) throw invalid('key', 'core.validation.enum');
      await names.save(ctx.tenant, { [params.key]: body });
      return { message: ctx.t('white-label.names.saved') };
    },
  }),
  defineRoute({
    id: 'white-label.reset-name',
    method: 'DELETE',
    path: '/configuration/module-names/:key',
    summary: "Give a product the platform's name back",
    ability: ['update', 'Branding'],
    audit: 'white-label.names-changed',
    params: Key,
    response: T.Object({ message: T.String() }),
    async handler(ctx, { params }) {
      const names = ctx.use(NamesPort);
      if (!names.list().some((n) => n.key === params.key)) throw invalid('key', 'core.validation.enum');
      await names.save(ctx.tenant, { [params.key]: null });
      return { message: ctx.t('white-label.names.saved') };
    },
  }),
];
