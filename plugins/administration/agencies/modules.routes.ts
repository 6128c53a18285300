import { defineRoute, List, listOfAll, ListQuery, Switches, T } from '../../../core/contract.ts';
import { CompanyId, Id } from '../../foundation/companies/shared.ts';
import { effectsOf, refuseModuleWhileActive } from './module-effects.ts';
import { agencyOf, switchModule } from './selections.service.ts';

const Module = T.Object({
  company_id: T.Integer(),
  key: T.String(),
  title: T.String(),
  kind: T.Enum(['module', 'feature', 'beta']),
  on: T.Boolean(),
  agency: T.String(),
  effect: T.String(),
  open: T.String(),
});

/** Modules and beta features as root grants them to one agency. */
export const moduleRoutes = [
  defineRoute({
    id: 'agencies.modules',
    method: 'GET',
    path: '/agencies/:companyId/modules',
    summary: 'Modules and beta features of an agency',
    ability: ['oversee', 'Agency'],
    params: CompanyId,
    query: T.Object(ListQuery(['title'])),
    response: List(Module),
    async handler(ctx, { params, query }) {
      const agency = await agencyOf(ctx, params.companyId, 'oversee');
      const effectOf = await effectsOf(ctx, agency);
      const rows = [];
      for (const { key, title, kind, beta, granted } of ctx.use(Switches).list(agency))
        rows.push({
          company_id: agency.id,
          key,
          title: ctx.t(title),
          kind: beta ? ('beta' as const) : kind,
          on: granted,
          agency: agency.name,
          ...(await effectOf(key)),
        });
      return listOfAll(rows, query, ctx.locale, ({ title }) => title);
    },
  }),
  defineRoute({
    id: 'agencies.switch-module',
    method: 'PUT',
    path: '/agencies/:companyId/modules/:key',
    summary: 'Switch a module or beta feature for an agency',
    ability: ['update', 'Agency'],
    withoutStepUp: 'turns a product on or off, which the same switch undoes',
    params: T.Object({ companyId: Id, key: T.String({ pattern: '^[a-z][a-z0-9-]*(?:\\.[a-z0-9_]+)?$', maxLength: 100 }) }),
    body: T.Object({ on: T.Boolean() }),
    response: T.Object({ on: T.Boolean(), message: T.String() }),
    async handler(ctx, { params, body }) {
      const agency = await agencyOf(ctx, params.companyId, 'update');
      if (!body.on) await refuseModuleWhileActive(ctx, agency, params.key);
      await switchModule(ctx, agency, params.key, body.on);
      return { on: body.on, message: ctx.t('agencies.saved') };
    },
  }),
];
