import { asked, FilterFields, Id, PathSort } from '../../foundation/companies/shared.ts';
import { defineRoute, List, listOf, PageQuery, T } from '../../../core/contract.ts';
import { agencyPage } from './agencies.service.ts';
import { CompanyUser } from '../../foundation/companies/contract.ts';
import { agencyLines } from './report.service.ts';

const Segment = T.Optional(T.String({ maxLength: 200 }));
/** Lists of agencies for sales people, for reports, and of the roots. */
export const reportRoutes = [
  defineRoute({
    id: 'agencies.sales-downline',
    method: 'GET',
    path: '/configuration/sales-downline/:companyId/:group/:idsys/:type/:module/:sortby/:order{/:search}',
    summary: 'The agencies that a sales person looks after (GetSalesDownlineList)',
    ability: ['look-after', 'Agency'],
    params: T.Object({ companyId: T.Optional(Id), group: Segment, idsys: Segment, type: Segment, module: Segment, ...PathSort }),
    query: T.Object({ ...PageQuery, ...FilterFields }),
    response: List(CompanyUser),
    async handler(ctx, { params, query }) {
      const at = asked({ ...query, ...params });
      const { rows, total } = await agencyPage(ctx, at);
      return listOf(rows, total, at);
    },
  }),
  defineRoute({
    id: 'agencies.report',
    method: 'GET',
    path: '/configuration/agencies-report/:companyId/:sortby/:order{/:search}',
    summary: 'Agencies with what stands below them',
    ability: ['oversee', 'Agency'],
    params: T.Object({ companyId: T.Optional(Id), ...PathSort }),
    query: T.Object({ ...PageQuery, ...FilterFields }),
    response: List(
      T.Object({
        company_id: T.Integer(),
        company_name: T.String(),
        name: T.String(),
        email: T.String(),
        sales: T.Array(T.String()),
        package_label: T.String(),
        manual_bill: T.String(),
        payment_status: T.String(),
        created_at: T.String(),
        clients: T.Integer(),
        /** Campaigns that run or are paused. */
        open_campaigns: T.Integer(),
      }),
    ),
    async handler(ctx, { params, query }) {
      const at = asked({ ...query, ...params });
      const { lines, total } = await agencyLines(ctx, at);
      return listOf(lines, total, at);
    },
  }),
  defineRoute({
    id: 'agencies.roots',
    method: 'GET',
    path: '/configuration/root/list',
    summary: 'The root companies the caller belongs to',
    ability: ['oversee', 'Agency'],
    response: T.Object({ params: T.Array(T.Object({ id: T.Integer(), name: T.String() })) }),
    handler: async ({ tenant }) => ({ params: [{ id: tenant.id, name: tenant.name }] }),
  }),
];
