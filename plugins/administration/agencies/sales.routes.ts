import { type Ctx, defineRoute, invalid, T } from '../../../core/contract.ts';
import { ChosenId, CompanyId, Id } from '../../foundation/companies/shared.ts';
import { AGENCY_NEWS } from '../../foundation/companies/contract.ts';
import { agencyOf } from './selections.service.ts';

/** The accounts of sales people; null for nobody. */
export const SalesPeople = T.Object({ salesRep: ChosenId, salesAE: ChosenId, salesRef: ChosenId });

const COLUMN = { salesRep: 'sales_rep_id', salesAE: 'sales_ae_id', salesRef: 'sales_ref_id' } as const;

const salesAccounts = (ctx: Ctx) =>
  ctx.db('core_public_account').where({ company_id: ctx.tenant.id, user_type: 'sales' }).whereNull('removed_at');

/** Who of the root's sales people looks after an agency. */
export const salesRoutes = [
  defineRoute({
    id: 'agencies.sales-list',
    method: 'GET',
    path: '/configuration/sales/list',
    summary: 'Sales people of the root',
    ability: ['update', 'Agency'],
    query: T.Object({ companyID: T.Optional(Id) }),
    response: T.Object({
      params: T.Array(T.Object({ id: T.Integer(), name: T.String() })),
      options: T.Array(T.Object({ value: T.Integer(), label: T.String() })),
    }),
    async handler(ctx) {
      const people = (await salesAccounts(ctx).orderBy(['name_key', 'id']).select('id', 'name')) as { id: number; name: string }[];
      return { params: people, options: people.map(({ id, name }) => ({ value: id, label: name })) };
    },
  }),
  defineRoute({
    id: 'agencies.sales',
    method: 'GET',
    path: '/agencies/:companyId/sales',
    summary: 'Sales people of an agency',
    ability: ['update', 'Agency'],
    params: CompanyId,
    response: SalesPeople,
    async handler(ctx, { params }) {
      const agency = await agencyOf(ctx, params.companyId, 'update');
      return ctx.db('agencies_profile').where({ company_id: agency.id }).first(COLUMN) as Promise<{
        salesRep: number | null;
        salesAE: number | null;
        salesRef: number | null;
      }>;
    },
  }),
  defineRoute({
    id: 'agencies.set-sales',
    method: 'PUT',
    path: '/configuration/sales',
    summary: 'Assign sales people to an agency',
    ability: ['update', 'Agency'],
    stepUp: true,
    body: T.Object({ companyID: Id, ...SalesPeople.properties }),
    response: T.Object({ message: T.String() }),
    async handler(ctx, { body: { companyID, ...people } }) {
      const agency = await agencyOf(ctx, companyID, 'update');
      for (const [field, id] of Object.entries(people)) {
        if (id !== null && !(await salesAccounts(ctx).where({ id }).first('id'))) throw invalid(field, 'agencies.problem.no-sales-person');
      }
      const change = Object.fromEntries(Object.entries(people).map(([field, id]) => [COLUMN[field as keyof typeof COLUMN], id]));
      if (Object.keys(change).length > 0) await ctx.db('agencies_profile').where({ company_id: agency.id }).update(change);
      await ctx.audit({
        action: 'agencies.sales-assigned',
        companyId: agency.id,
        description: `Sales people of ${agency.name} changed`,
        target: String(agency.id),
        detail: people,
      });
      await ctx.live(AGENCY_NEWS);
      return { message: ctx.t('agencies.saved') };
    },
  }),
];
