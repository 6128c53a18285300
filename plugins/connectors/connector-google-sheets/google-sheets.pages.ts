import {
  type Action,
  addAction,
  type Block,
  defineForm,
  definePage,
  type PageExtension,
  type Source,
  type State,
  T,
} from '../../../core/contract.ts';
import { RETURN_PATH } from './account/callback.raw.ts';
import { SYSTEM } from './card.ts';
import { TOPIC } from './topic.ts';

const accountStates: Record<string, State> = {
  unavailable: {
    title: 'connector-google-sheets.account.unavailable',
    severity: 'neutral',
    help: 'connector-google-sheets.account.unavailable.help',
  },
  none: { title: 'connector-google-sheets.account.none', severity: 'neutral' },
  ok: { title: 'connector-google-sheets.account.ok', severity: 'good' },
  reauthorise: {
    title: 'connector-google-sheets.account.reauthorise',
    severity: 'bad',
    help: 'connector-google-sheets.account.reauthorise.help',
  },
};
const account: Source = { route: 'connector-google-sheets.check-connect', live: TOPIC };

const accountBlock: Block = {
  as: 'detail',
  title: 'connector-google-sheets.account',
  source: account,
  fields: [
    { field: 'state', title: 'connector-google-sheets.account.state', as: 'state', states: accountStates },
    { field: 'email', title: 'connector-google-sheets.account.email', as: 'text', optional: true },
    { field: 'last_at', title: 'connector-google-sheets.account.last-at', as: 'time', optional: true },
  ],
  actions: [
    {
      id: 'connector-google-sheets.act-connect',
      title: 'connector-google-sheets.action.connect',
      icon: 'brand-google',
      emphasis: 'primary',
      ability: ['create', 'Connection'],
      when: { field: 'state', in: ['none', 'reauthorise'] },
      do: { call: 'connector-google-sheets.connect' },
    },
    {
      id: 'connector-google-sheets.act-check',
      title: 'connector-google-sheets.action.check',
      icon: 'plug-connected',
      ability: ['update', 'Connection'],
      when: { field: 'state', in: ['ok', 'reauthorise'] },
      do: { call: 'connector-google-sheets.check' },
    },
    {
      id: 'connector-google-sheets.act-revoke',
      title: 'connector-google-sheets.action.revoke',
      icon: 'plug-connected-x',
      emphasis: 'danger',
      ability: ['delete', 'Connection'],
      when: { field: 'state', in: ['ok', 'reauthorise'] },
      do: { call: 'connector-google-sheets.revoke' },
      confirm: {
        title: 'connector-google-sheets.revoke.title',
        body: 'connector-google-sheets.revoke.body',
        button: 'connector-google-sheets.revoke.button',
        final: true,
      },
    },
  ],
};

const STOPPED = ['reauthorise', 'revoked', 'missing', 'columns', 'denied', 'refused', 'full'] as const;
const sheetStates: Record<string, State> = {
  making: { title: 'connector-google-sheets.state.making', severity: 'info' },
  ok: { title: 'connector-google-sheets.state.ok', severity: 'good' },
  ...Object.fromEntries(STOPPED.map((state) => [state, { title: `connector-google-sheets.state.${state}`, severity: 'bad' as const }])),
};
const ofRow = { id: { from: 'row', field: 'id' } } as const;
const ofPath = { id: { from: 'path', field: 'id' } } as const;
const sheet: Source = { route: 'connector-google-sheets.sheet', params: ofPath, live: TOPIC };

const createAction: Action = addAction({
  id: 'connector-google-sheets.add',
  title: 'connector-google-sheets.action.create',
  form: 'connector-google-sheets.new',
  ability: ['create', 'Spreadsheet'],
});

const question = (what: string) => ({
  title: `connector-google-sheets.${what}.title`,
  body: `connector-google-sheets.${what}.body`,
  button: `connector-google-sheets.${what}.button`,
});

/** What can be done with a spreadsheet, in the list and on its own page. */
function sheetActions(place: 'row' | 'sheet', params: typeof ofRow | typeof ofPath): Action[] {
  const ability = ['update', 'Spreadsheet'] as const;
  const own = (name: string) => `connector-google-sheets.${place}-${name}` as const;
  const remedy = place === 'sheet' ? ({ emphasis: 'primary' } as const) : {};
  return [
    {
      id: own('link'),
      title: 'connector-google-sheets.action.link',
      icon: 'mail',
      ability,
      when: { field: 'url', is: '', not: true },
      do: { call: 'connector-google-sheets.resend-link', body: { leadspeekID: { from: 'row', field: 'campaign_id' } } },
    },
    {
      id: own('check'),
      title: 'connector-google-sheets.action.check-sheet',
      icon: 'refresh',
      ability,
      do: { call: 'connector-google-sheets.sheet-check', params },
    },
    {
      id: own('reset'),
      title: 'connector-google-sheets.action.reset',
      icon: 'table-plus',
      ability,
      when: { field: 'state', in: ['ok', 'columns', 'refused'] },
      do: { call: 'connector-google-sheets.reset', params },
      confirm: question('reset-tab'),
    },
    {
      id: own('renew'),
      title: 'connector-google-sheets.action.renew',
      icon: 'file-plus',
      ...remedy,
      ability,
      when: { field: 'state', in: ['missing', 'denied', 'revoked'] },
      do: { call: 'connector-google-sheets.reset', params },
      confirm: question('reset-file'),
    },
    {
      id: own('continue'),
      title: 'connector-google-sheets.action.continue',
      icon: 'file-plus',
      ...remedy,
      ability,
      when: { field: 'state', is: 'full' },
      do: { call: 'connector-google-sheets.continue', params },
      confirm: question('continue'),
    },
  ];
}

const notices: Block[] = [
  {
    as: 'notice',
    severity: 'info',
    text: 'connector-google-sheets.notice.unavailable',
    source: account,
    when: { field: 'state', is: 'unavailable' },
    stays: true,
  },
  {
    as: 'notice',
    severity: 'bad',
    text: 'connector-google-sheets.notice.reauthorise',
    source: account,
    when: { field: 'state', is: 'reauthorise' },
    stays: true,
  },
];

const sheetsTable: Block = {
  as: 'table',
  title: 'connector-google-sheets.sheets',
  source: { route: 'connector-google-sheets.sheets', live: TOPIC },
  key: 'id',
  pageSize: 25,
  columns: [
    {
      field: 'name',
      title: 'connector-google-sheets.column.name',
      as: 'text',
      narrow: 'first',
      to: { page: 'connector-google-sheets.sheet-page', params: ofRow },
    },
    { field: 'state', title: 'connector-google-sheets.column.state', as: 'state', states: sheetStates },
    { field: 'url', title: 'connector-google-sheets.column.url', as: 'link', narrow: 'hide' },
    { field: 'written', title: 'connector-google-sheets.column.written', as: 'number' },
    { field: 'waiting', title: 'connector-google-sheets.column.waiting', as: 'number' },
    { field: 'last_at', title: 'connector-google-sheets.column.last-at', as: 'time', narrow: 'hide' },
  ],
  add: createAction,
  row: { actions: sheetActions('row', ofRow) },
  empty: {
    title: 'connector-google-sheets.sheets.empty',
    help: 'connector-google-sheets.sheets.empty.help',
    action: createAction,
  },
};

const sheetDetail: Block = {
  as: 'detail',
  title: 'connector-google-sheets.sheet',
  source: sheet,
  fields: [
    { field: 'name', title: 'connector-google-sheets.column.name', as: 'text' },
    { field: 'state', title: 'connector-google-sheets.column.state', as: 'state', states: sheetStates },
    { field: 'url', title: 'connector-google-sheets.column.url', as: 'link', optional: true },
    { field: 'readers', title: 'connector-google-sheets.column.readers', as: 'tags', optional: true },
    { field: 'written', title: 'connector-google-sheets.column.written', as: 'number' },
    { field: 'waiting', title: 'connector-google-sheets.column.waiting', as: 'number' },
    { field: 'last_at', title: 'connector-google-sheets.column.last-at', as: 'time', optional: true },
  ],
  actions: sheetActions('sheet', ofPath),
};

const historyTable: Block = {
  as: 'table',
  title: 'connector-google-sheets.history',
  source: { route: 'connector-google-sheets.history', params: ofPath, live: TOPIC },
  key: 'id',
  pageSize: 25,
  columns: [
    { field: 'at', title: 'connector-google-sheets.column.at', as: 'time', narrow: 'first' },
    { field: 'text', title: 'connector-google-sheets.column.event', as: 'text' },
    { field: 'note', title: 'connector-google-sheets.column.note', as: 'text', narrow: 'hide' },
  ],
  empty: { title: 'connector-google-sheets.history.empty' },
};

export const pages = [
  definePage({
    id: 'connector-google-sheets.page',
    path: '/integrations/google-sheets',
    title: 'connector-google-sheets.title',
    ability: ['read', 'Connection'],
    above: { page: 'integrations.catalogue-page' },
    blocks: [...notices, accountBlock, sheetsTable],
  }),
  definePage({
    id: 'connector-google-sheets.sheet-page',
    path: '/integrations/google-sheets/:id',
    title: 'connector-google-sheets.sheet',
    ability: ['read', 'Spreadsheet'],
    above: { page: 'connector-google-sheets.page' },
    blocks: [
      ...STOPPED.map((state): Block => ({
        as: 'notice',
        severity: 'bad',
        text: `connector-google-sheets.notice.${state}`,
        source: sheet,
        when: { field: 'state', is: state },
        stays: true,
      })),
      sheetDetail,
      historyTable,
    ],
  }),
  definePage({
    id: 'connector-google-sheets.return-page',
    path: RETURN_PATH,
    title: 'connector-google-sheets.return.title',
    ability: ['create', 'Connection'],
    blocks: [
      { as: 'notice', severity: 'info', text: 'connector-google-sheets.return.help', stays: true },
      {
        as: 'form',
        form: 'connector-google-sheets.finish',
        fixed: { code: { from: 'query', field: 'code' }, state: { from: 'query', field: 'state' } },
      },
    ],
  }),
];

export const createForm = defineForm({
  id: 'connector-google-sheets.new',
  version: 1,
  title: 'connector-google-sheets.action.create',
  button: 'connector-google-sheets.new.button',
  submit: 'connector-google-sheets.create',
  ability: ['create', 'Spreadsheet'],
  schema: T.Object({ campaign: T.Integer({ minimum: 1, maximum: 2_147_483_647 }) }),
  ui: {
    campaign: {
      widget: 'select',
      options: { route: 'campaigns.choices' },
      help: 'connector-google-sheets.new.campaign.help',
    },
  },
});

/** What Google gave the browser waits in its address; one press sends it. */
export const finishForm = defineForm({
  id: 'connector-google-sheets.finish',
  version: 1,
  title: 'connector-google-sheets.return.title',
  button: 'connector-google-sheets.return.button',
  submit: 'connector-google-sheets.connected',
  ability: ['create', 'Connection'],
  schema: T.Object({ code: T.String({ maxLength: 2_000 }), state: T.String({ maxLength: 2_000 }) }),
  ui: { code: { widget: 'hidden' }, state: { widget: 'hidden' } },
});

/** The card among those of the connectors. */
export const cardActions: PageExtension = {
  role: 'integrations.catalogue',
  order: 10,
  blocks: [],
  actions: [
    {
      id: 'connector-google-sheets.open',
      title: 'connector-google-sheets.action.open',
      icon: 'brand-google-drive',
      emphasis: 'primary',
      ability: ['read', 'Connection'],
      when: { field: 'connects', is: SYSTEM },
      do: { page: 'connector-google-sheets.page' },
    },
  ],
};
