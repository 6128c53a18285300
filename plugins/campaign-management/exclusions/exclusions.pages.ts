import { type Binding, type Block, definePage, type MenuDef, type PageExtension } from '../../../core/contract.ts';

const TOPIC = 'exclusions';

/** The list of one's own company, or of one below it: only who may come and what the list is for differ. */
const blocks = (purpose: string, of: { CompanyID?: Binding } = {}): Block[] => [
  { as: 'notice', severity: 'info', text: purpose, stays: true },
  {
    as: 'detail',
    title: 'exclusions.summary',
    source: { route: 'exclusions.summary', query: of, live: TOPIC },
    fields: [
      { field: 'length', title: 'exclusions.column.total', as: 'text' },
      { field: 'newest', title: 'exclusions.column.newest', as: 'time', optional: true },
    ],
    actions: [
      {
        id: 'exclusions.act-upload',
        title: 'exclusions.action.upload',
        icon: 'upload',
        ability: ['create', 'Exclusion'],
        do: {
          form: 'exclusions.upload-form',
          as: 'modal',
          fixed: { ClientCompanyID: { from: 'row', field: 'companyId' }, campaigntype: { value: 'client' } },
        },
      },
      {
        id: 'exclusions.act-purge',
        title: 'exclusions.action.purge',
        icon: 'trash',
        emphasis: 'danger',
        ability: ['delete', 'Exclusion'],
        when: { field: 'total', is: 0, not: true },
        do: { call: 'exclusions.purge', body: { paramID: { from: 'row', field: 'companyId' }, campaignType: { value: 'client' } } },
        confirm: { title: 'exclusions.purge.title', body: 'exclusions.purge.body', button: 'exclusions.purge.button', final: true },
        failed: 'exclusions.purge.failed',
      },
    ],
  },
  {
    as: 'table',
    title: 'exclusions.entries',
    source: { route: 'exclusions.list', query: of, live: TOPIC },
    key: 'id',
    pageSize: 25,
    search: true,
    columns: [
      { field: 'entry', title: 'exclusions.column.entry', as: 'code', narrow: 'first' },
      {
        field: 'kind',
        title: 'exclusions.column.kind',
        as: 'state',
        narrow: 'hide',
        states: {
          email: { title: 'exclusions.kind.email', severity: 'info' },
          md5: { title: 'exclusions.kind.md5', severity: 'neutral' },
          sha256: { title: 'exclusions.kind.sha256', severity: 'neutral' },
          person: { title: 'exclusions.kind.person', severity: 'neutral' },
        },
      },
      { field: 'added_at', title: 'exclusions.column.added', as: 'time' },
      { field: 'added_by', title: 'exclusions.column.by', as: 'text', narrow: 'hide' },
    ],
    row: {
      actions: [
        {
          id: 'exclusions.act-remove',
          title: 'exclusions.action.remove',
          icon: 'trash',
          emphasis: 'danger',
          ability: ['delete', 'Exclusion'],
          do: { call: 'exclusions.remove', params: { id: { from: 'row', field: 'id' } } },
          after: 'remove-row',
          confirm: { title: 'exclusions.remove.title', body: 'exclusions.remove.body', button: 'exclusions.remove.button' },
        },
      ],
    },
    add: {
      id: 'exclusions.act-add',
      title: 'exclusions.action.add',
      icon: 'plus',
      ability: ['create', 'Exclusion'],
      do: { form: 'exclusions.add', as: 'modal', fixed: of },
      after: 'reload',
    },
    empty: { title: 'exclusions.empty.title', help: 'exclusions.empty.help' },
    noMatch: { title: 'exclusions.no-match.title', help: 'exclusions.no-match.help' },
  },
  {
    as: 'table',
    title: 'exclusions.uploads',
    source: { route: 'exclusions.uploads', query: of, live: TOPIC },
    key: 'id',
    columns: [
      { field: 'filename', title: 'exclusions.column.file', as: 'text', narrow: 'first' },
      { field: 'percentage', title: 'exclusions.column.progress', as: 'progress' },
      { field: 'total_row', title: 'exclusions.column.rows', as: 'number', narrow: 'hide' },
      { field: 'added', title: 'exclusions.column.new', as: 'number', narrow: 'hide' },
      { field: 'duplicates', title: 'exclusions.column.duplicates', as: 'number', narrow: 'hide' },
      { field: 'refused', title: 'exclusions.column.refused', as: 'number' },
      { field: 'uploaded_at', title: 'exclusions.column.uploaded', as: 'time' },
    ],
    row: {
      actions: [
        {
          id: 'exclusions.act-refused',
          title: 'exclusions.action.refused',
          icon: 'download',
          ability: ['read', 'Exclusion'],
          when: { field: 'refused', is: 0, not: true },
          do: { download: 'exclusions.refused-rows', params: { id: { from: 'row', field: 'id' } } },
        },
      ],
    },
    empty: { title: 'exclusions.uploads.empty', help: 'exclusions.uploads.empty.help' },
  },
];

/** Who opted out at one's own brand, or was listed by a state: to see, and not to change. */
const optOuts: Block = {
  as: 'table',
  title: 'exclusions.opt-outs',
  source: { route: 'exclusions.opt-outs', live: TOPIC },
  key: 'id',
  pageSize: 10,
  search: true,
  columns: [
    { field: 'hash', title: 'exclusions.column.hash', as: 'code', narrow: 'first' },
    {
      field: 'source',
      title: 'exclusions.column.source',
      as: 'state',
      states: {
        person: { title: 'exclusions.source.person', severity: 'info' },
        drop: { title: 'exclusions.source.drop', severity: 'neutral' },
      },
    },
    {
      field: 'kind',
      title: 'exclusions.column.kind',
      as: 'state',
      narrow: 'hide',
      states: {
        sha256: { title: 'exclusions.kind.email', severity: 'neutral' },
        phone: { title: 'exclusions.kind.phone', severity: 'neutral' },
      },
    },
    { field: 'at', title: 'exclusions.column.opted-out', as: 'time' },
  ],
  empty: { title: 'exclusions.opt-outs.empty', help: 'exclusions.opt-outs.empty.help' },
  noMatch: { title: 'exclusions.opt-outs.no-match', help: 'exclusions.no-match.help' },
};

/** An agency keeps the list of a client on its page. */
export const clientExclusions: PageExtension = {
  role: 'companies.client',
  order: 50,
  blocks: [],
  tabs: [
    {
      id: 'exclusions',
      title: 'exclusions.tab.client',
      order: 50,
      ability: ['read', 'Exclusion'],
      blocks: blocks('exclusions.purpose.client', { CompanyID: { from: 'row', field: 'company_id' } }),
    },
  ],
};

export const exclusionPages = [
  definePage({
    id: 'exclusions.list-page',
    path: '/exclusion-list',
    title: 'exclusions.title',
    ability: ['read', 'ExclusionList'],
    blocks: [...blocks('exclusions.purpose'), optOuts],
  }),
  definePage({
    id: 'exclusions.client-page',
    path: '/exclusion-list/client-wide',
    title: 'exclusions.client-wide.title',
    ability: ['read', 'OwnExclusionList'],
    blocks: blocks('exclusions.purpose'),
  }),
  definePage({
    id: 'exclusions.opt-out-page',
    path: '/configuration/opt-out-list',
    title: 'exclusions.opt-out.title',
    ability: ['read', 'OptOutList'],
    blocks: [...blocks('exclusions.opt-out.purpose'), optOuts],
  }),
];

export const exclusionMenu: MenuDef[] = [
  {
    id: 'exclusions.list-menu',
    parent: 'core.menu-records',
    title: 'exclusions.title',
    icon: 'shield-x',
    order: 10,
    ability: ['read', 'ExclusionList'],
    page: 'exclusions.list-page',
  },
  {
    id: 'exclusions.opt-out-menu',
    parent: 'core.menu-records',
    title: 'exclusions.title',
    icon: 'shield-x',
    order: 10,
    ability: ['read', 'OptOutList'],
    page: 'exclusions.opt-out-page',
  },
  {
    id: 'exclusions.profile-entry',
    parent: 'core.profile',
    title: 'exclusions.title',
    icon: 'shield-x',
    order: 60,
    ability: ['read', 'OwnExclusionList'],
    page: 'exclusions.client-page',
    as: 'modal',
  },
];
