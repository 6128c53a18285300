import { defineRoute, List, listOf, ListQuery, pageOf, Switches, T } from '../../core/contract.ts';
import { CompanyId, Id } from './agencies.schema.ts';
import { agencyOf, switchModule } from './selections.service.ts';

const Module = T.Object({
  company_id: T.Integer(),
  key: T.String(),
  title: T.String(),
  kind: T.Enum(['module', 'feature', 'beta']),
  on: T.Boolean(),
});

/** Modules and beta features as root grants them to one agency. */
export const moduleRoutes = [
  defineRoute({
    id: 'agencies.modules',
    method: 'GET',
    path: '/agencies/:companyId/modules',
    summary: 'Modules and beta features of an agency',
    ability: ['update', 'Agency'],
    params: CompanyId,
    query: T.Object(ListQuery(['title'])),
    response: List(Module),
    async handler(ctx, { params, query }) {
      const agency = await agencyOf(ctx, params.companyId, 'update');
      const search = query.search?.trim().toLocaleLowerCase(ctx.locale) ?? '';
      const rows = ctx
        .use(Switches)
        .list(agency)
        .map(({ key, title, kind, beta, granted }) => ({
          company_id: agency.id,
          key,
          title: ctx.t(title),
          kind: beta ? ('beta' as const) : kind,
          on: granted,
        }))
        .filter((row) => row.title.toLocaleLowerCase(ctx.locale).includes(search));
      if (query.sortby) rows.sort((a, b) => a.title.localeCompare(b.title, ctx.locale) * (query.order === 'desc' ? -1 : 1));
      const at = pageOf(query);
      return listOf(rows.slice(at.offset, at.offset + at.perPage), rows.length, at);
    },
  }),
  defineRoute({
    id: 'agencies.switch-module',
    method: 'PUT',
    path: '/agencies/:companyId/modules/:key',
    summary: 'Switch a module or beta feature for an agency',
    ability: ['update', 'Agency'],
    params: T.Object({ companyId: Id, key: T.String({ pattern: '^[a-z][a-z0-9-]*(?:\\.[a-z0-9_]+)?$', maxLength: 100 }) }),
    body: T.Object({ on: T.Boolean() }),
    response: T.Object({ on: T.Boolean(), message: T.String() }),
    async handler(ctx, { params, body }) {
      await switchModule(ctx, await agencyOf(ctx, params.companyId, 'update'), params.key, body.on);
      return { on: body.on, message: ctx.t('agencies.saved') };
    },
  }),
];
