import { type Ctx, defineRoute, denied, notFound, Problem, type RouteDef, T, USER_TYPES, type UserType } from '../contract.ts';
import { chainOf } from '../data/tenant.ts';
import type { Kernel } from '../kernel.ts';

const MOST = 30;
/** Path of the screen whose list it is, e.g. `/notes`. */
const page = T.String({ maxLength: 200, pattern: '^/[\\w/-]*$' });
const name = T.String({ minLength: 1, maxLength: 60, pattern: '\\S' });

const View = T.Object({
  id: T.Integer(),
  name: T.String(),
  query: T.String(),
  /** Whom it was saved for: null for its owner alone. */
  for: T.Union([T.Enum([...USER_TYPES]), T.Null()]),
  own: T.Boolean(),
});
/** Whom a company may save views for: people of its own kind and of those below. */
const AUDIENCE: Record<Ctx['tenant']['kind'], readonly UserType[]> = {
  root: USER_TYPES,
  agency: ['userdownline', 'administrator', 'client'],
  client: [],
};

/** Saved views of the lists: one's own, and those that one's company or a company above saved for people of one's type. */
export const viewRoutes = (kernel: () => Kernel): RouteDef[] => [
  defineRoute({
    id: 'core.views',
    method: 'GET',
    path: '/ui/views',
    summary: 'Saved views of a list',
    ability: 'signed-in',
    query: T.Object({ page }),
    response: T.Object({ data: T.Array(View) }),
    async handler(ctx, { query }) {
      // Views of the companies above lie behind row-level security: asked for as the platform, by company and type.
      const rows = await kernel()
        .platform('core_view')
        .where({ page: query.page })
        .whereIn('company_id', chainOf(ctx.tenant))
        .where((q) => void q.where({ account_id: ctx.actor.id }).orWhere({ for_type: ctx.actor.userType }))
        .orderByRaw('account_id = ? desc, name, id', [ctx.actor.id])
        .select('id', 'name', 'query', 'for_type as for', 'account_id');
      return { data: rows.map(({ account_id, ...view }) => ({ ...view, own: account_id === ctx.actor.id })) };
    },
  }),
  defineRoute({
    id: 'core.view-save',
    method: 'PUT',
    path: '/ui/views',
    summary: 'Save a view of a list under a name; the same name again replaces it',
    ability: 'signed-in',
    body: T.Object({ page, name, query: T.String({ maxLength: 1000 }), for: T.Optional(T.Enum([...USER_TYPES])) }),
    response: T.Object({ message: T.String() }),
    async handler(ctx, { body }) {
      if (body.for && !(ctx.can('share', 'SavedView') && AUDIENCE[ctx.tenant.kind].includes(body.for))) throw denied();
      const own = { account_id: ctx.actor.id, page: body.page };
      const others = (await ctx.db('core_view').where(own).whereNot({ name: body.name.trim() }).count({ n: '*' }).first()) as { n: string };
      if (Number(others.n) >= MOST) throw new Problem(409, 'core.views.full', { params: { most: MOST } });
      await ctx
        .db('core_view')
        .insert({ ...own, company_id: ctx.tenant.id, name: body.name.trim(), query: body.query, for_type: body.for ?? null })
        .onConflict(['company_id', 'account_id', 'page', 'name'])
        .merge({ query: body.query, for_type: body.for ?? null });
      return { message: ctx.t('core.views.saved', { name: body.name.trim() }) };
    },
  }),
  defineRoute({
    id: 'core.view-remove',
    method: 'DELETE',
    path: '/ui/views/:id',
    summary: "Remove one of one's own saved views",
    ability: 'signed-in',
    params: T.Object({ id: T.Integer({ minimum: 1, maximum: 2_147_483_647 }) }),
    response: T.Object({}),
    async handler(ctx, { params }) {
      if ((await ctx.db('core_view').where({ id: params.id, account_id: ctx.actor.id }).delete()) === 0) throw notFound();
      return {};
    },
  }),
];
