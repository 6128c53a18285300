import { type Action, type Block, definePage, type MenuDef, type PageExtension, type State } from '../../../core/contract.ts';

/** Opens the form that asks for the reason; the row is a person, or a company with the id of its person. */
const switchUser: Action = {
  id: 'view-mode.switch-user',
  title: 'view-mode.switch.action',
  icon: 'user-share',
  group: 'core.group.access',
  ability: ['switch', 'View'],
  when: { field: 'id', is: null, not: true },
  do: { form: 'view-mode.switch-form', as: 'modal', fixed: { usrID: { from: 'row', field: 'id' } } },
};

const KINDS: Record<string, State> = {
  userdownline: { title: 'view-mode.kind.userdownline', severity: 'info' },
  administrator: { title: 'view-mode.kind.administrator', severity: 'neutral' },
  client: { title: 'view-mode.kind.client', severity: 'good' },
};

/** Everybody of an agency: its own people and those of its clients. */
const people: Block = {
  as: 'table',
  key: 'id',
  pageSize: 10,
  search: true,
  source: { route: 'view-mode.people', params: { companyId: { from: 'row', field: 'company_id' } } },
  columns: [
    { field: 'name', title: 'view-mode.column.name', as: 'text', narrow: 'first' },
    { field: 'company_name', title: 'view-mode.column.company', as: 'text' },
    { field: 'user_type', title: 'view-mode.column.kind', as: 'state', states: KINDS },
    { field: 'email', title: 'view-mode.column.email', as: 'text', narrow: 'hide' },
  ],
  row: { actions: [switchUser] },
  empty: { title: 'view-mode.people.empty', help: 'view-mode.people.empty.help' },
  noMatch: { title: 'view-mode.people.no-match', help: 'view-mode.people.no-match.help' },
};

const switchClient: Action = {
  id: 'view-mode.switch-client',
  title: 'view-mode.switch.people',
  icon: 'users-group',
  group: 'core.group.access',
  ability: ['switch', 'View'],
  do: { open: [people], as: 'modal' },
};

export const viewModeExtensions: PageExtension[] = [
  { role: 'companies.agency-list', order: 10, blocks: [], actions: [switchUser, switchClient] },
  { role: 'companies.client-list', order: 10, blocks: [], actions: [switchUser] },
  {
    role: 'companies.agency',
    order: 10,
    blocks: [],
    tabs: [{ id: 'people', title: 'view-mode.tab.people', order: 50, ability: ['switch', 'View'], blocks: [people] }],
  },
];

const visits: Block = {
  as: 'table',
  key: 'id',
  pageSize: 10,
  search: true,
  source: { route: 'view-mode.visits' },
  columns: [
    { field: 'operator_name', title: 'view-mode.column.operator', as: 'text', narrow: 'first' },
    { field: 'account_name', title: 'view-mode.column.account', as: 'text' },
    { field: 'company_name', title: 'view-mode.column.company', as: 'text' },
    { field: 'reason', title: 'view-mode.column.reason', as: 'text' },
    { field: 'started_at', title: 'view-mode.column.started', as: 'time' },
    {
      field: 'state',
      title: 'view-mode.column.state',
      as: 'state',
      states: {
        open: { title: 'view-mode.state.open', severity: 'warn' },
        back: { title: 'view-mode.state.back', severity: 'neutral' },
        time: { title: 'view-mode.state.time', severity: 'neutral' },
        stopped: { title: 'view-mode.state.stopped', severity: 'bad' },
        session: { title: 'view-mode.state.session', severity: 'neutral' },
      },
    },
  ],
  row: {
    actions: [
      {
        id: 'view-mode.stop-visit',
        title: 'view-mode.stop.title',
        icon: 'player-stop',
        emphasis: 'danger',
        ability: ['end', 'ViewVisit'],
        when: { field: 'state', is: 'open' },
        do: { call: 'view-mode.stop', params: { id: { from: 'row', field: 'id' } } },
        confirm: { title: 'view-mode.stop.confirm', body: 'view-mode.stop.body', button: 'view-mode.stop.button' },
        after: 'reload',
      },
    ],
  },
  empty: { title: 'view-mode.visits.empty', help: 'view-mode.visits.empty.help' },
  noMatch: { title: 'view-mode.visits.no-match', help: 'view-mode.visits.no-match.help' },
};

const operators: Block = {
  as: 'table',
  key: 'id',
  pageSize: 25,
  source: { route: 'view-mode.operators' },
  columns: [
    { field: 'name', title: 'view-mode.column.operator', as: 'text', narrow: 'first' },
    { field: 'email', title: 'view-mode.column.email', as: 'text', narrow: 'hide' },
    { field: 'campaign_edit', title: 'view-mode.permissions-form.campaign_edit', as: 'flag' },
    { field: 'lead_export', title: 'view-mode.permissions-form.lead_export', as: 'flag' },
  ],
  row: {
    where: 'under',
    open: {
      form: 'view-mode.permissions-form',
      prefill: { route: 'view-mode.operator', params: { userId: { from: 'row', field: 'id' } } },
      fixed: { userId: { from: 'row', field: 'id' } },
    },
  },
  empty: { title: 'view-mode.operators.empty' },
};

export const viewModePages = [
  definePage({
    id: 'view-mode.page',
    path: '/configuration/view-mode',
    title: 'view-mode.page.title',
    ability: ['read', 'ViewVisit'],
    blocks: [
      {
        as: 'tabs',
        tabs: [
          { id: 'visits', title: 'view-mode.tab.visits', blocks: [visits] },
          {
            id: 'operators',
            title: 'view-mode.tab.operators',
            ability: ['update', 'ViewRights'],
            blocks: [{ as: 'notice', severity: 'info', stays: true, text: 'view-mode.operators.notice' }, operators],
          },
        ],
      },
    ],
  }),
];

export const viewModeMenu: MenuDef[] = [
  {
    id: 'view-mode.menu',
    parent: 'core.menu-records',
    title: 'view-mode.page.title',
    icon: 'user-share',
    order: 40,
    ability: ['read', 'ViewVisit'],
    page: 'view-mode.page',
  },
];
