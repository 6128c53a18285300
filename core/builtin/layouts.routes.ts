import { type Ctx, defineRoute, notFound, type RouteDef, T } from '../contract.ts';
import type { ListLayout } from '../contract/wire.ts';
import type { Kernel } from '../kernel.ts';

/** How the caller wants the list of a page drawn; null where they chose nothing. */
export async function layoutOf(ctx: Ctx, page: string): Promise<ListLayout | null> {
  if (ctx.actor.kind !== 'user') return null;
  const row = (await ctx.db('core_list_layout').where({ account_id: ctx.actor.id, page }).first('columns', 'compact')) as
    | ListLayout
    | undefined;
  return row ?? null;
}

/** What people choose for their lists. */
export const layoutRoutes = (kernel: () => Kernel): RouteDef[] => [
  defineRoute({
    id: 'core.layout-save',
    method: 'PUT',
    path: '/ui/pages/:id/layout',
    summary: 'Keep how one wants the list of a page drawn',
    ability: 'signed-in',
    unlogged: 'a matter of taste',
    params: T.Object({ id: T.String({ maxLength: 100 }) }),
    body: T.Object({
      columns: T.Union([T.Array(T.String({ minLength: 1, maxLength: 60 }), { minItems: 1, maxItems: 100 }), T.Null()]),
      compact: T.Boolean(),
    }),
    response: T.Object({}),
    async handler(ctx, { params, body }) {
      if (!kernel().registry.pages.has(params.id)) throw notFound();
      await ctx
        .db('core_list_layout')
        .insert({ account_id: ctx.actor.id, company_id: ctx.tenant.id, page: params.id, ...body })
        .onConflict(['account_id', 'page'])
        .merge(body);
      return {};
    },
  }),
];
