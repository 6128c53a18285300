import { addAction, type Binding, defineForm, definePage, type FieldUi, type MenuDef, removeAction } from '../../../core/contract.ts';
import { OrganizationForm } from './organizations.routes.ts';

const organization: Record<string, Binding> = { organizationId: { from: 'row', field: 'id' } };

const ui: Record<string, FieldUi> = {
  OrganizationName: { autocomplete: 'off' },
  CustomID: { autocomplete: 'off' },
  ParentID: { widget: 'select', options: { route: 'organizations.parents' } },
};

export const organizationForms = [
  defineForm({
    id: 'organizations.add',
    version: 1,
    title: 'organizations.add.title',
    schema: OrganizationForm,
    ui,
    submit: 'organizations.create',
    ability: ['create', 'Organization'],
  }),
  defineForm({
    id: 'organizations.edit',
    version: 1,
    title: 'organizations.edit.title',
    schema: OrganizationForm,
    ui,
    submit: 'organizations.update',
    ability: ['update', 'Organization'],
  }),
];

const add = addAction({
  id: 'organizations.add-one',
  title: 'organizations.add.title',
  ability: ['create', 'Organization'],
  form: 'organizations.add',
});

export const organizationPages = [
  definePage({
    id: 'organizations.page',
    path: '/configuration/organizations',
    title: 'organizations.title',
    ability: ['read', 'Organization'],
    blocks: [
      {
        as: 'table',
        key: 'id',
        pageSize: 25,
        search: true,
        source: { route: 'organizations.rows', live: 'organizations.list' },
        columns: [
          { field: 'path', title: 'organizations.column.path', as: 'text', narrow: 'first' },
          { field: 'CustomID', title: 'organizations.column.id', as: 'code', sort: true },
        ],
        row: {
          where: 'under',
          open: { form: 'organizations.edit', prefill: { route: 'organizations.one', params: organization }, fixed: organization },
          actions: [
            {
              id: 'organizations.to-top',
              title: 'organizations.top',
              icon: 'arrow-bar-to-up',
              ability: ['update', 'Organization'],
              when: { field: 'ParentID', is: null, not: true },
              do: { call: 'organizations.raise', params: organization },
              after: 'reload',
            },
            removeAction({
              id: 'organizations.remove-one',
              texts: 'organizations.remove',
              ability: ['delete', 'Organization'],
              call: 'organizations.remove',
              params: organization,
            }),
          ],
        },
        add,
        empty: { title: 'organizations.empty.title', help: 'organizations.empty.help', action: add },
        noMatch: { title: 'organizations.no-match.title', help: 'organizations.no-match.help' },
      },
    ],
  }),
];

export const organizationMenu: MenuDef[] = [
  {
    id: 'organizations.menu',
    parent: 'core.menu-people',
    title: 'organizations.title',
    icon: 'sitemap',
    order: 67,
    ability: ['read', 'Organization'],
    page: 'organizations.page',
  },
];
