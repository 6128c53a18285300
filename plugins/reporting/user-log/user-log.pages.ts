import {
  type Ability,
  type Binding,
  type Block,
  definePage,
  type MenuDef,
  type PageExtension,
  type TableBlock,
} from '../../../core/contract.ts';

/** Plain rows, for a browser without the special screen. */
const rows = (query: Record<string, Binding>): TableBlock => ({
  as: 'table',
  key: 'id',
  pageSize: 10,
  source: { route: 'user-log.rows', query },
  columns: [
    { field: 'name', title: 'user-log.column.name', as: 'text', narrow: 'first' },
    { field: 'type_user', title: 'user-log.column.type_user', as: 'text' },
    { field: 'location', title: 'user-log.column.location', as: 'text', narrow: 'hide' },
    { field: 'user_ip', title: 'user-log.column.user_ip', as: 'text', narrow: 'hide' },
    { field: 'action_name', title: 'user-log.column.action', as: 'text' },
    { field: 'description', title: 'user-log.column.description', as: 'text' },
    { field: 'company_name', title: 'user-log.column.company_name', as: 'text', narrow: 'hide' },
    { field: 'create_date', title: 'user-log.column.create_date', as: 'time' },
  ],
  empty: { title: 'user-log.empty' },
});

/** The log with its filter drawer and download, of the company that the row or the actor names. */
const log = (from: 'row' | 'actor', field: string): Block => {
  const query: Record<string, Binding> = { companyID: { from, field } };
  return { as: 'view', view: 'user-log', source: { route: 'user-log.rows', query }, instead: rows(query) };
};

export const userLogPages = [
  definePage({
    id: 'user-log.page',
    path: '/configuration/user-log',
    title: 'user-log.page.title',
    ability: ['read', 'Audit'],
    blocks: [log('actor', 'companyId')],
  }),
];

/** Who changed what about a campaign, under its settings. */
const campaignHistory: PageExtension = {
  role: 'campaigns.campaign',
  order: 20,
  blocks: [],
  tabs: [
    {
      id: 'settings',
      title: 'user-log.history.title',
      blocks: [
        {
          as: 'timeline',
          title: 'user-log.history.title',
          source: {
            route: 'user-log.rows',
            query: {
              companyID: { from: 'row', field: 'companyID' },
              campaignID: { from: 'row', field: 'leadspeek_api_id' },
              PerPage: { value: 25 },
            },
            live: 'campaigns',
          },
          key: 'id',
          at: 'create_date',
          heading: 'description',
          text: 'name',
          empty: { title: 'user-log.history.empty' },
        },
      ],
    },
  ],
};

/** What was done in a company, on its page. */
const activityOf = (role: string, ability: Ability): PageExtension => ({
  role,
  order: 70,
  blocks: [],
  tabs: [{ id: 'activity', title: 'user-log.tab.activity', order: 70, ability, blocks: [log('row', 'company_id')] }],
});

export const userLogExtensions: PageExtension[] = [
  campaignHistory,
  activityOf('companies.client', ['read', 'Audit']),
  activityOf('companies.agency', ['search-agencies', 'Audit']),
  {
    role: 'companies.agency-list',
    order: 20,
    blocks: [],
    actions: [
      {
        id: 'user-log.of-agency',
        title: 'user-log.agency.title',
        icon: 'history',
        group: 'core.group.access',
        ability: ['search-agencies', 'Audit'],
        do: { open: [log('row', 'company_id')], as: 'modal' },
      },
    ],
  },
];

export const userLogMenu: MenuDef[] = [
  {
    id: 'user-log.menu',
    parent: 'core.menu-records',
    title: 'user-log.page.title',
    icon: 'history',
    order: 30,
    ability: ['read', 'Audit'],
    page: 'user-log.page',
  },
];
