import {
  type Column,
  defineRoute,
  List,
  listOf,
  ListQuery,
  notFound,
  type PageExtension,
  T,
  type UserType,
} from '../../../core/contract.ts';
import { Accounts } from '../../foundation/accounts/contract.ts';
import { asked, CompanyId, onePage } from '../../foundation/companies/shared.ts';
import { Roles } from '../roles/contract.ts';

interface Row {
  id: number;
  name: string;
  email: string;
  user_type: UserType;
  status: string;
  created_at: Date;
}
const COLUMNS = ['id', 'name', 'email', 'user_type', 'status', 'created_at'].map((column) => `core_public_account.${column}`);

/** The people of one company in the caller's sight. */
export const companyPeople = defineRoute({
  id: 'people.of-company',
  method: 'GET',
  path: '/people/of/:companyId',
  summary: 'The people of one company, with their roles and whether they can sign in',
  ability: ['read', 'Directory'],
  params: CompanyId,
  query: T.Object(ListQuery(['name', 'email', 'created_at'])),
  response: List(
    T.Object({
      id: T.Integer(),
      name: T.String(),
      email: T.String(),
      role_name: T.String(),
      status_acc: T.String(),
      created_at: T.String(),
    }),
  ),
  async handler(ctx, { params, query }) {
    if (!(await ctx.company(params.companyId))) throw notFound();
    const at = asked(query);
    const found = ctx.query('Account').where({ company_id: params.companyId }).whereNull('removed_at');
    const { rows, total } = await onePage<Row>(ctx, found, at, {
      columns: COLUMNS,
      sorts: { name: 'name_key', email: 'email_key', created_at: 'created_at' },
      searched: ['name_key', 'email_key'],
      key: 'core_public_account.id',
    });
    const ids = rows.map(({ id }) => id);
    const [invited, roles] = await ctx.together([
      () => ctx.use(Accounts).invited(ids),
      async () => (ctx.has(Roles) ? ctx.use(Roles).named(ids) : null),
    ]);
    const people = rows.map(({ id, name, email, status, created_at }) => ({
      id,
      name,
      email,
      role_name: roles?.get(id)?.name ?? '',
      status_acc: status === 'active' && invited.has(id) ? 'invited' : status,
      created_at: created_at.toISOString(),
    }));
    return listOf(people, total, at);
  },
});

/** The people of a client, on its page. */
export const clientPeople = (access: Column): PageExtension => ({
  role: 'companies.client',
  order: 40,
  blocks: [],
  tabs: [
    {
      id: 'people',
      title: 'people.tab.people',
      order: 40,
      ability: ['read', 'Directory'],
      blocks: [
        {
          as: 'table',
          key: 'id',
          pageSize: 10,
          search: true,
          source: {
            route: 'people.of-company',
            params: { companyId: { from: 'row', field: 'company_id' } },
            live: 'clients.list',
          },
          columns: [
            { field: 'name', title: 'people.column.full-name', as: 'text', sort: true, narrow: 'first' },
            { field: 'email', title: 'people.column.email', as: 'text', sort: true },
            { field: 'role_name', title: 'people.column.role', as: 'text' },
            access,
            { field: 'created_at', title: 'people.column.created', as: 'date', sort: true, narrow: 'hide' },
          ],
          row: {
            actions: [
              {
                id: 'people.resend-to-client',
                title: 'people.resend.title',
                icon: 'mail-forward',
                ability: ['update', 'Account'],
                when: { field: 'status_acc', is: 'invited' },
                do: { call: 'people.resend-invitation', body: { ClientID: { from: 'row', field: 'id' } } },
                confirm: { title: 'people.resend.confirm', body: 'people.resend.body', button: 'people.resend.title' },
              },
            ],
          },
          empty: { title: 'people.of-company.empty' },
          noMatch: { title: 'people.no-match.title' },
        },
      ],
    },
  ],
});
