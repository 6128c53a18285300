import { defineRoute, List, listOf, ListQuery, notFound, type PageExtension, T } from '../../../core/contract.ts';
import { asked, CompanyId } from '../../foundation/companies/shared.ts';
import { clients } from './clients.store.ts';

/** The clients of one agency, for those above it. */
export const clientsOfAgency = defineRoute({
  id: 'clients.of-agency',
  method: 'GET',
  path: '/clients/of/:companyId',
  summary: 'The clients of an agency with their owners',
  ability: ['survey', 'Client'],
  params: CompanyId,
  query: T.Object(ListQuery(['company_name', 'name', 'email', 'created_at'])),
  response: List(
    T.Object({
      company_id: T.Integer(),
      company_name: T.String(),
      name: T.String(),
      email: T.String(),
      status_acc: T.String(),
      created_at: T.String(),
    }),
  ),
  async handler(ctx, { params, query }) {
    if ((await ctx.company(params.companyId))?.kind !== 'agency') throw notFound();
    const at = asked(query);
    const { rows, total } = await clients.page(ctx, { ...at, below: params.companyId }, 'survey');
    return listOf(
      rows.map(({ status_acc = '', ...row }) => ({ ...row, status_acc })),
      total,
      at,
    );
  },
});

/** The clients of an agency, on its page. */
export const agencyClients: PageExtension = {
  role: 'companies.agency',
  order: 20,
  blocks: [],
  tabs: [
    {
      id: 'clients',
      title: 'clients.tab.clients',
      order: 20,
      ability: ['survey', 'Client'],
      blocks: [
        {
          as: 'table',
          key: 'company_id',
          pageSize: 10,
          search: true,
          source: { route: 'clients.of-agency', params: { companyId: { from: 'row', field: 'company_id' } }, live: 'clients.list' },
          columns: [
            { field: 'company_name', title: 'clients.column.company', as: 'text', sort: true, narrow: 'first' },
            { field: 'name', title: 'clients.column.full-name', as: 'text', sort: true },
            { field: 'email', title: 'clients.column.email', as: 'text', sort: true },
            { field: 'created_at', title: 'clients.column.created', as: 'date', sort: true, narrow: 'hide' },
          ],
          empty: { title: 'clients.empty.title', help: 'clients.of-agency.empty.help' },
          noMatch: { title: 'clients.no-match.title', help: 'clients.no-match.help' },
        },
      ],
    },
  ],
};
