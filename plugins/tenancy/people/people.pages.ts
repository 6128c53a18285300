import {
  type Action,
  addAction,
  type Binding,
  type Block,
  type Column,
  definePage,
  type MenuDef,
  removeAction,
} from '../../../core/contract.ts';
import { type Staff, SUBJECT } from './people.store.ts';

const account: Record<string, Binding> = { accountId: { from: 'row', field: 'id' } };

/** What can be done to a row; owners and oneself are kept, which the server says again. */
const actionsOf = (staff: Staff): Action[] => {
  const update = ['update', SUBJECT[staff]] as const;
  const status = (name: 'suspend' | 'readmit', when: string, to: string): Action => ({
    id: `people.${name}-${staff}`,
    title: `people.${name}.title`,
    icon: name === 'suspend' ? 'user-off' : 'user-check',
    ability: update,
    when: { field: 'may_be', is: when },
    do: { call: `people.status-${staff}`, params: account, body: { status: { value: to } } },
    confirm: { title: `people.${name}.confirm`, body: `people.${name}.body`, button: `people.${name}.title` },
    after: 'reload',
  });
  return [
    {
      id: `people.resend-${staff}`,
      title: 'people.resend.title',
      icon: 'mail-forward',
      ability: update,
      when: { field: 'status_acc', is: 'invited' },
      do: { call: 'people.resend-invitation', body: { ClientID: { from: 'row', field: 'id' } } },
      confirm: { title: 'people.resend.confirm', body: 'people.resend.body', button: 'people.resend.title' },
    },
    status('suspend', 'suspended', 'suspended'),
    status('readmit', 'readmitted', 'active'),
    removeAction({
      id: `people.remove-${staff}`,
      texts: 'people.remove',
      ability: ['delete', SUBJECT[staff]],
      when: { field: 'standing', is: 'other' },
      call: `people.remove-${staff}`,
      params: account,
    }),
  ];
};

export const access: Column = {
  field: 'status_acc',
  title: 'people.column.access',
  as: 'state',
  states: {
    active: { title: 'people.access.active', severity: 'good' },
    invited: { title: 'people.access.invited', severity: 'info', help: 'people.access.invited.help' },
    suspended: { title: 'people.access.suspended', severity: 'bad' },
  },
};

const table = (staff: Staff, columns: Column[]): Block => {
  const add = addAction({
    id: `people.new-${staff}`,
    title: `people.${staff}.add`,
    ability: ['create', SUBJECT[staff]],
    form: `people.add-${staff}`,
    as: 'drawer',
  });
  return {
    as: 'table',
    key: 'id',
    pageSize: 10,
    search: true,
    source: { route: `people.list-${staff}`, live: 'people.list' },
    columns: [
      { field: 'name', title: 'people.column.full-name', as: 'text', sort: true, narrow: 'first' },
      { field: 'email', title: 'people.column.email', as: 'text', note: 'email_note', sort: true },
      ...columns,
      access,
      { field: 'created_at', title: 'people.column.created', as: 'date', sort: true, narrow: 'hide' },
    ],
    row: {
      where: 'under',
      open: { form: `people.edit-${staff}`, prefill: { route: `people.one-${staff}`, params: account }, fixed: account },
      actions: actionsOf(staff),
    },
    add,
    empty: { title: `people.${staff}.empty`, help: `people.${staff}.empty.help`, action: add },
    noMatch: { title: 'people.no-match.title', help: 'people.no-match.help' },
  };
};

/** One notice for each state of the connection; the server says which. */
const notice = (state: string, severity: 'good' | 'warn' | 'info' | 'bad'): Block => ({
  as: 'notice',
  severity,
  text: `people.connect.${state}`,
  source: { route: 'people.sales-connection' },
  when: { field: 'accountConnected', is: state },
  stays: true,
});

export const peoplePages = [
  definePage({
    id: 'people.administrators',
    roles: ['accounts.list'],
    path: '/configuration/administrator-list',
    title: 'people.administrator.list',
    ability: ['list', 'Person'],
    blocks: [
      table('administrator', [
        { field: 'phonenum', title: 'people.column.phone', as: 'text', narrow: 'hide' },
        { field: 'role_name', title: 'people.column.role', as: 'text' },
        { field: 'defaultAdmin', title: 'people.column.default', as: 'flag', narrow: 'hide' },
        { field: 'customercare', title: 'people.column.care', as: 'flag', narrow: 'hide' },
        { field: 'adminGetNotification', title: 'people.column.notified', as: 'flag', narrow: 'hide' },
      ]),
    ],
  }),
  definePage({
    id: 'people.sales',
    roles: ['accounts.list'],
    path: '/configuration/sales-account-list',
    title: 'people.sales.list',
    ability: ['list', 'SalesPerson'],
    blocks: [
      table('sales', [
        { field: 'salesRep', title: 'people.column.rep', as: 'flag' },
        { field: 'salesAE', title: 'people.column.ae', as: 'flag' },
        { field: 'salesRef', title: 'people.column.code', as: 'code', narrow: 'hide' },
      ]),
    ],
  }),
  definePage({
    id: 'people.connect',
    path: '/configuration/sales-connect-account',
    title: 'people.connect.title',
    ability: ['read', 'SalesConnection'],
    blocks: [
      notice('completed', 'good'),
      notice('pending', 'warn'),
      notice('inverification', 'info'),
      notice('failed', 'bad'),
      notice('empty', 'warn'),
      {
        as: 'detail',
        source: { route: 'people.sales-connection' },
        fields: [
          {
            field: 'accountConnected',
            title: 'people.connect.state',
            as: 'state',
            states: {
              completed: { title: 'people.connect.state.completed', severity: 'good' },
              pending: { title: 'people.connect.state.pending', severity: 'warn' },
              inverification: { title: 'people.connect.state.inverification', severity: 'info' },
              failed: { title: 'people.connect.state.failed', severity: 'bad' },
              empty: { title: 'people.connect.state.empty', severity: 'neutral' },
            },
          },
          { field: 'isAccExecutive', title: 'people.column.ae', as: 'flag' },
        ],
      },
    ],
  }),
];

export const peopleMenu: MenuDef[] = [
  {
    id: 'people.administrators-menu',
    parent: 'core.menu-people',
    title: 'people.administrator.list',
    icon: 'user-cog',
    order: 61,
    ability: ['list', 'Person'],
    page: 'people.administrators',
  },
  {
    id: 'people.sales-menu',
    parent: 'core.menu-people',
    title: 'people.sales.menu',
    icon: 'user-star',
    order: 62,
    ability: ['list', 'SalesPerson'],
    page: 'people.sales',
  },
  {
    id: 'people.connect-menu',
    parent: 'core.menu-people',
    title: 'people.connect.title',
    icon: 'plug-connected',
    order: 65,
    ability: ['read', 'SalesConnection'],
    page: 'people.connect',
  },
];
