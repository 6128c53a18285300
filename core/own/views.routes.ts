import { defineRoute, notFound, Problem, type RouteDef, T } from '../contract.ts';

const MOST = 30;
/** Path of the screen whose list it is, e.g. `/leads`. */
const page = T.String({ maxLength: 200, pattern: '^/[\\w/-]*$' });
const name = T.String({ minLength: 1, maxLength: 60, pattern: '\\S' });

/** A person's own saved views of the lists. */
export const viewRoutes: RouteDef[] = [
  defineRoute({
    id: 'core.views',
    method: 'GET',
    path: '/ui/views',
    summary: "One's own saved views of a list",
    ability: 'signed-in',
    query: T.Object({ page }),
    response: T.Object({ data: T.Array(T.Object({ id: T.Integer(), name: T.String(), query: T.String() })) }),
    async handler(ctx, { query }) {
      const rows = await ctx
        .db('core_view')
        .where({ account_id: ctx.actor.id, page: query.page })
        .orderBy('name')
        .select('id', 'name', 'query');
      return { data: rows as { id: number; name: string; query: string }[] };
    },
  }),
  defineRoute({
    id: 'core.view-save',
    method: 'PUT',
    path: '/ui/views',
    summary: 'Save a view of a list under a name; the same name again replaces it',
    ability: 'signed-in',
    body: T.Object({ page, name, query: T.String({ maxLength: 1000 }) }),
    response: T.Object({ message: T.String() }),
    async handler(ctx, { body }) {
      const own = { account_id: ctx.actor.id, page: body.page };
      const others = (await ctx.db('core_view').where(own).whereNot({ name: body.name.trim() }).count({ n: '*' }).first()) as { n: string };
      if (Number(others.n) >= MOST) throw new Problem(409, 'core.views.full', { params: { most: MOST } });
      await ctx
        .db('core_view')
        .insert({ ...own, company_id: ctx.tenant.id, name: body.name.trim(), query: body.query })
        .onConflict(['company_id', 'account_id', 'page', 'name'])
        .merge({ query: body.query });
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
