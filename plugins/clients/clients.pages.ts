import { type Action, type Binding, definePage, type MenuDef } from '../../core/contract.ts';

const company: Record<string, Binding> = { companyId: { from: 'row', field: 'company_id' } };

const add: Action = {
  id: 'clients.add-client',
  title: 'clients.add.title',
  icon: 'plus',
  tone: 'primary',
  ability: ['create', 'Client'],
  do: { form: 'clients.add', as: 'drawer' },
  after: 'reload',
};

export const clientPages = [
  definePage({
    id: 'clients.list',
    path: '/configuration/client-management',
    title: 'clients.list.title',
    ability: ['list', 'Client'],
    blocks: [
      {
        as: 'table',
        key: 'company_id',
        pageSize: 10,
        search: true,
        source: { route: 'clients.rows', live: 'clients.list' },
        columns: [
          { field: 'company_name', title: 'clients.column.company', as: 'text', sort: true, narrow: 'first' },
          { field: 'name', title: 'clients.column.full-name', as: 'text', sort: true },
          { field: 'email', title: 'clients.column.email', as: 'text', sort: true },
          { field: 'phonenum', title: 'clients.column.phone', as: 'text', sort: true, narrow: 'hide' },
          { field: 'created_at', title: 'clients.column.created', as: 'date', sort: true, narrow: 'hide' },
        ],
        row: {
          where: 'under',
          open: { form: 'clients.edit', prefill: { route: 'clients.one', params: company }, fixed: company },
          actions: [
            {
              id: 'clients.remove-client',
              title: 'clients.remove.title',
              icon: 'trash',
              tone: 'danger',
              ability: ['delete', 'Client'],
              do: { call: 'clients.remove', params: company },
              confirm: { title: 'clients.remove.confirm', body: 'clients.remove.body', button: 'clients.remove.button', final: true },
              after: 'remove-row',
            },
          ],
        },
        add,
        empty: { title: 'clients.empty.title', help: 'clients.empty.help', action: add },
        noMatch: { title: 'clients.no-match.title', help: 'clients.no-match.help' },
      },
    ],
  }),
];

export const clientMenu: MenuDef[] = [
  { id: 'clients.menu', title: 'clients.list.title', icon: 'users', order: 50, ability: ['list', 'Client'], page: 'clients.list' },
];
