import { addAction, type Binding, defineForm, definePage, type MenuDef, removeAction } from '../../../core/contract.ts';
import { GroupForm, MembersForm } from './groups.routes.ts';

const group: Record<string, Binding> = { companyGroupID: { from: 'row', field: 'companyGroupID' } };

const add = addAction({
  id: 'company-groups.add-group',
  title: 'company-groups.add.title',
  ability: ['create', 'CompanyGroup'],
  form: 'company-groups.add',
});

export const groupForms = [
  defineForm({
    id: 'company-groups.add',
    version: 1,
    title: 'company-groups.add.title',
    schema: GroupForm,
    ui: { companyGroupName: { autocomplete: 'off' } },
    submit: 'company-groups.create',
    ability: ['create', 'CompanyGroup'],
  }),
  defineForm({
    id: 'company-groups.edit',
    version: 1,
    title: 'company-groups.edit.title',
    schema: MembersForm,
    ui: {
      companyGroupName: { autocomplete: 'off' },
      clients: { widget: 'select', options: { route: 'clients.choices' } },
      campaigns: { widget: 'select', options: { route: 'campaigns.choices' } },
    },
    submit: 'company-groups.save-one',
    ability: ['update', 'CompanyGroup'],
  }),
];

export const groupPages = [
  definePage({
    id: 'company-groups.page',
    path: '/configuration/company-groups',
    title: 'company-groups.title',
    ability: ['read', 'CompanyGroup'],
    blocks: [
      {
        as: 'table',
        key: 'companyGroupID',
        pageSize: 25,
        search: true,
        source: { route: 'company-groups.rows', live: 'company-groups.list' },
        columns: [
          { field: 'companyGroupName', title: 'company-groups.column.name', as: 'text', sort: true, narrow: 'first' },
          { field: 'clients', title: 'company-groups.column.clients', as: 'number' },
          { field: 'campaigns', title: 'company-groups.column.campaigns', as: 'number' },
        ],
        row: {
          where: 'under',
          open: { form: 'company-groups.edit', prefill: { route: 'company-groups.one', params: group }, fixed: group },
          actions: [
            removeAction({
              id: 'company-groups.remove-group',
              texts: 'company-groups.remove',
              ability: ['delete', 'CompanyGroup'],
              call: 'company-groups.remove',
              params: { companyID: { from: 'row', field: 'companyID' }, ...group },
            }),
          ],
        },
        add,
        empty: { title: 'company-groups.empty.title', help: 'company-groups.empty.help', action: add },
        noMatch: { title: 'company-groups.no-match.title', help: 'company-groups.no-match.help' },
      },
    ],
  }),
];

export const groupMenu: MenuDef[] = [
  {
    id: 'company-groups.menu',
    parent: 'core.menu-people',
    title: 'company-groups.title',
    icon: 'folders',
    order: 65,
    ability: ['read', 'CompanyGroup'],
    page: 'company-groups.page',
  },
];
