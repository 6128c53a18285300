import { type Block, defineForm, definePage, type PageExtension, type Source, type State, T } from '../../core/contract.ts';
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
    { field: 'email', title: 'connector-google-sheets.account.email', as: 'text' },
    { field: 'last_at', title: 'connector-google-sheets.account.last-at', as: 'time' },
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

export const pages = [
  definePage({
    id: 'connector-google-sheets.page',
    path: '/integrations/google-sheets',
    title: 'connector-google-sheets.title',
    ability: ['read', 'Connection'],
    blocks: [...notices, accountBlock],
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
      when: { field: 'connector', is: SYSTEM },
      do: { page: 'connector-google-sheets.page' },
    },
  ],
};
