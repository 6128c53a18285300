import { addAction, type Binding, type Block, definePage, type MenuDef, removeAction } from '../../../core/contract.ts';

const NEWS = 'roles.list';
const role: Record<string, Binding> = { roleID: { from: 'row', field: 'roleID' } };
const person: Record<string, Binding> = { accountId: { from: 'row', field: 'id' } };

const add = addAction({ id: 'roles.add-role', title: 'roles.add.title', ability: ['create', 'Role'], form: 'roles.add', as: 'drawer' });

const roles: Block = {
  as: 'table',
  key: 'roleID',
  pageSize: 25,
  search: true,
  source: { route: 'roles.rows', live: NEWS },
  columns: [
    { field: 'roleName', title: 'roles.column.role', as: 'text', sort: true, narrow: 'first' },
    { field: 'areas', title: 'roles.column.areas', as: 'tags' },
    { field: 'people', title: 'roles.column.people', as: 'number', sort: true },
  ],
  row: {
    where: 'under',
    open: { form: 'roles.edit', prefill: { route: 'roles.one', params: role }, fixed: role },
    actions: [
      removeAction({
        id: 'roles.remove-role',
        texts: 'roles.remove',
        ability: ['delete', 'Role'],
        when: { field: 'people', is: 0 },
        call: 'roles.remove',
        params: { companyID: { from: 'row', field: 'companyID' }, ...role },
      }),
      {
        id: 'roles.move-people',
        title: 'roles.move.title',
        icon: 'trash',
        emphasis: 'danger',
        ability: ['delete', 'Role'],
        when: { field: 'people', is: 0, not: true },
        do: { form: 'roles.move', as: 'modal', fixed: role },
        after: 'reload',
      },
    ],
  },
  add,
  empty: { title: 'roles.empty.title', help: 'roles.empty.help', action: add },
  noMatch: { title: 'roles.no-match.title', help: 'roles.no-match.help' },
};

/** What a person may do and why; also for the rows of other plugins' lists of people. */
export const whoMayDoWhat = (at: Record<string, Binding>): Block[] => [
  {
    as: 'detail',
    source: { route: 'roles.summary', params: at, live: NEWS },
    fields: [
      { field: 'name', title: 'roles.column.name', as: 'text' },
      { field: 'company_name', title: 'roles.column.company', as: 'text' },
      { field: 'type', title: 'roles.summary.type', as: 'text' },
      { field: 'modules', title: 'roles.summary.modules', as: 'tags' },
      { field: 'role', title: 'roles.column.role', as: 'text' },
      { field: 'permission_active', title: 'roles.summary.restricted', as: 'flag' },
      { field: 'report_analytics', title: 'roles.permission.report_analytics', as: 'flag' },
    ],
  },
  {
    as: 'table',
    key: 'id',
    pageSize: 25,
    source: { route: 'roles.effective', params: at, live: NEWS },
    columns: [
      { field: 'area', title: 'roles.column.area', as: 'text', narrow: 'first' },
      { field: 'right', title: 'roles.column.right', as: 'text' },
      {
        field: 'state',
        title: 'roles.column.allowed',
        as: 'state',
        states: { yes: { title: 'roles.allowed.yes', severity: 'good' }, no: { title: 'roles.allowed.no', severity: 'neutral' } },
      },
      { field: 'why', title: 'roles.column.why', as: 'text' },
    ],
    empty: { title: 'roles.rights.empty' },
  },
];

const people: Block = {
  as: 'table',
  key: 'id',
  pageSize: 10,
  search: true,
  source: { route: 'roles.people', live: NEWS },
  columns: [
    { field: 'name', title: 'roles.column.name', as: 'text', sort: true, narrow: 'first' },
    { field: 'company_name', title: 'roles.column.company', as: 'text', sort: true, narrow: 'hide' },
    { field: 'email', title: 'roles.column.email', as: 'text', sort: true, narrow: 'hide' },
    { field: 'role', title: 'roles.column.role', as: 'text', sort: true },
    {
      field: 'state',
      title: 'roles.column.state',
      as: 'state',
      states: {
        owner: { title: 'roles.state.owner', severity: 'good' },
        role: { title: 'roles.state.role', severity: 'info' },
        restricted: { title: 'roles.state.restricted', severity: 'warn' },
        all: { title: 'roles.state.all', severity: 'neutral' },
      },
    },
  ],
  row: {
    where: 'under',
    open: { blocks: whoMayDoWhat(person) },
    actions: [
      {
        id: 'roles.change-person',
        title: 'roles.person.title',
        icon: 'user-cog',
        ability: ['update', 'Role'],
        when: { field: 'changeable', is: true },
        do: { form: 'roles.person-form', as: 'drawer', prefill: { route: 'roles.person', params: person }, fixed: person },
        after: 'reload',
      },
    ],
  },
  empty: { title: 'roles.people.empty', help: 'roles.people.empty.help' },
  noMatch: { title: 'roles.no-match.title', help: 'roles.no-match.help' },
};

export const rolePages = [
  definePage({
    id: 'roles.page',
    path: '/configuration/role-list',
    title: 'roles.list.title',
    ability: ['read', 'Role'],
    blocks: [
      {
        as: 'tabs',
        tabs: [
          { id: 'roles', title: 'roles.tab.roles', blocks: [roles] },
          {
            id: 'people',
            title: 'roles.tab.people',
            blocks: [{ as: 'notice', severity: 'info', text: 'roles.people.notice', stays: true }, people],
          },
        ],
      },
    ],
  }),
];

export const roleMenu: MenuDef[] = [
  {
    id: 'roles.menu',
    parent: 'core.menu-people',
    title: 'roles.list.title',
    icon: 'user-shield',
    order: 63,
    ability: ['read', 'Role'],
    page: 'roles.page',
  },
];
