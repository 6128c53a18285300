import { type Action, type Binding, type Block, definePage, type MenuDef } from '../../core/contract.ts';

const company: Record<string, Binding> = { companyId: { from: 'row', field: 'company_id' } };

const add: Action = {
  id: 'agencies.add-agency',
  title: 'agencies.add.title',
  icon: 'plus',
  tone: 'primary',
  ability: ['create', 'Agency'],
  do: { form: 'agencies.add', as: 'drawer' },
  after: 'reload',
};

const modules: Block = {
  as: 'table',
  key: 'key',
  pageSize: 25,
  source: { route: 'agencies.modules', params: company },
  columns: [
    { field: 'title', title: 'agencies.module.name', as: 'text', sort: true, narrow: 'first' },
    {
      field: 'kind',
      title: 'agencies.module.kind',
      as: 'state',
      states: {
        module: { title: 'agencies.module.kind.module', tone: 'neutral' },
        feature: { title: 'agencies.module.kind.feature', tone: 'neutral' },
        beta: { title: 'agencies.module.kind.beta', tone: 'info' },
      },
    },
    {
      field: 'on',
      title: 'agencies.module.on',
      as: 'switch',
      toggle: { call: 'agencies.switch-module', params: { ...company, key: { from: 'row', field: 'key' } }, body: {}, field: 'on' },
    },
  ],
  empty: { title: 'agencies.module.empty', help: 'agencies.module.empty.help' },
};

const overview: Block = {
  as: 'detail',
  source: { route: 'agencies.overview', params: company },
  fields: [
    { field: 'company_id', title: 'agencies.overview.id', as: 'code' },
    { field: 'hosts', title: 'agencies.overview.hosts', as: 'tags' },
    { field: 'phonenum', title: 'agencies.overview.phone', as: 'text' },
    { field: 'clients', title: 'agencies.overview.clients', as: 'number' },
    { field: 'sales', title: 'agencies.column.sales', as: 'tags' },
    { field: 'created_at', title: 'agencies.column.created', as: 'time' },
  ],
};

export const agencyPages = [
  definePage({
    id: 'agencies.list',
    path: '/configuration/agency-list',
    title: 'agencies.list.title',
    ability: ['read', 'Agency'],
    blocks: [
      {
        as: 'table',
        key: 'company_id',
        pageSize: 10,
        search: true,
        source: { route: 'agencies.rows', live: 'agencies.list' },
        columns: [
          { field: 'company_name', title: 'agencies.column.company', as: 'text', sort: true, narrow: 'first' },
          { field: 'name', title: 'agencies.column.full-name', as: 'text', sort: true },
          { field: 'email', title: 'agencies.column.email', as: 'text', sort: true },
          { field: 'sales', title: 'agencies.column.sales', as: 'tags', sort: true, narrow: 'hide' },
          { field: 'created_at', title: 'agencies.column.created', as: 'date', sort: true, narrow: 'hide' },
        ],
        row: {
          where: 'under',
          open: {
            blocks: [
              {
                as: 'tabs',
                tabs: [
                  {
                    id: 'edit',
                    title: 'agencies.tab.edit',
                    ability: ['update', 'Agency'],
                    blocks: [{ as: 'form', form: 'agencies.edit', prefill: { route: 'agencies.one', params: company }, fixed: company }],
                  },
                  {
                    id: 'modules',
                    title: 'agencies.tab.modules',
                    ability: ['update', 'Agency'],
                    blocks: [{ as: 'notice', tone: 'info', text: 'agencies.module.notice' }, modules],
                  },
                  { id: 'overview', title: 'agencies.tab.overview', ability: ['read', 'Agency'], blocks: [overview] },
                ],
              },
            ],
          },
          actions: [
            {
              id: 'agencies.assign-sales',
              title: 'agencies.assign.title',
              icon: 'user-star',
              ability: ['update', 'Agency'],
              do: {
                form: 'agencies.assign',
                as: 'modal',
                prefill: { route: 'agencies.sales', params: company },
                fixed: { companyID: { from: 'row', field: 'company_id' } },
              },
              after: 'reload',
            },
            {
              id: 'agencies.remove-agency',
              title: 'agencies.remove.title',
              icon: 'trash',
              tone: 'danger',
              ability: ['delete', 'Agency'],
              do: { call: 'agencies.remove', params: company },
              confirm: { title: 'agencies.remove.confirm', body: 'agencies.remove.body', button: 'agencies.remove.button', final: true },
              after: 'remove-row',
            },
          ],
        },
        add,
        empty: { title: 'agencies.empty.title', help: 'agencies.empty.help', action: add },
        noMatch: { title: 'agencies.no-match.title', help: 'agencies.no-match.help' },
      },
    ],
  }),
];

export const agencyMenu: MenuDef[] = [
  {
    id: 'agencies.menu',
    title: 'agencies.list.title',
    icon: 'building-community',
    order: 60,
    ability: ['read', 'Agency'],
    page: 'agencies.list',
  },
];
