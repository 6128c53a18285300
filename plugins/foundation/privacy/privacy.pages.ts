import {
  type Action,
  addAction,
  type Binding,
  type Column,
  defineForm,
  definePage,
  type MenuDef,
  type State,
  T,
} from '../../../core/contract.ts';

const LIVE = 'privacy';
const id: Record<string, Binding> = { id: { from: 'row', field: 'id' } };
const column = (field: string, as: Column['as'], more: Partial<Column> = {}): Column => ({
  field,
  title: `privacy.column.${field}`,
  as,
  ...more,
});
const state = (name: string, severity: State['severity']): [string, State] => [name, { title: `privacy.state.${name}`, severity }];
const states = Object.fromEntries([
  state('open', 'info'),
  state('erasing', 'warn'),
  state('failing', 'bad'),
  state('erased', 'good'),
  state('closed', 'neutral'),
]);
const whileOpen = { field: 'state', is: 'open' } as const;

export const privacyForms = [
  defineForm({
    id: 'privacy.new',
    version: 1,
    title: 'privacy.new.title',
    button: 'privacy.new.button',
    schema: T.Object({ who: T.String({ minLength: 3, maxLength: 300 }) }),
    ui: { who: { widget: 'text', autocomplete: 'off' } },
    submit: 'privacy.open',
    ability: ['create', 'PrivacyRequest'],
  }),
];

const add = addAction({ id: 'privacy.add', title: 'privacy.new.title', ability: ['create', 'PrivacyRequest'], form: 'privacy.new' });

const actions: Action[] = [
  {
    id: 'privacy.go-download',
    title: 'privacy.download',
    icon: 'download',
    ability: ['create', 'PrivacyRequest'],
    when: whileOpen,
    do: { download: 'privacy.download', params: id },
  },
  {
    id: 'privacy.go-receipt',
    title: 'privacy.receipt',
    icon: 'download',
    ability: ['read', 'PrivacyRequest'],
    when: { field: 'state', is: 'erased' },
    do: { download: 'privacy.receipt', params: id },
  },
  {
    id: 'privacy.go-close',
    title: 'privacy.close.title',
    icon: 'circle-x',
    ability: ['create', 'PrivacyRequest'],
    when: whileOpen,
    do: { call: 'privacy.close', params: id },
    confirm: { title: 'privacy.close.confirm', body: 'privacy.close.body', button: 'privacy.close.button' },
    after: 'reload',
  },
  {
    id: 'privacy.go-erase',
    title: 'privacy.erase.title',
    icon: 'trash',
    emphasis: 'danger',
    ability: ['erase', 'PrivacyRequest'],
    when: whileOpen,
    do: { call: 'privacy.erase', params: id },
    confirm: { title: 'privacy.erase.confirm', body: 'privacy.erase.body', button: 'privacy.erase.button', final: true },
    after: 'reload',
  },
];

export const privacyPages = [
  definePage({
    id: 'privacy.page',
    path: '/privacy-requests',
    title: 'privacy.title',
    ability: ['read', 'PrivacyRequest'],
    blocks: [
      {
        as: 'table',
        key: 'id',
        pageSize: 10,
        source: { route: 'privacy.list', live: LIVE },
        columns: [
          column('who', 'text', { narrow: 'first' }),
          column('state', 'state', { states }),
          column('asked_by', 'text', { narrow: 'hide' }),
          column('asked_at', 'time'),
          column('finished_at', 'time', { narrow: 'hide' }),
        ],
        row: {
          where: 'under',
          open: {
            blocks: [
              {
                as: 'table',
                title: 'privacy.held',
                key: 'kind',
                pageSize: 25,
                source: { route: 'privacy.kinds', params: id, live: LIVE },
                columns: [
                  column('title', 'text', { narrow: 'first' }),
                  column('count', 'number'),
                  column('erasing', 'state', {
                    states: Object.fromEntries([state('deleted', 'neutral'), state('anonymised', 'neutral'), state('kept', 'info')]),
                  }),
                ],
                row: {
                  where: 'under',
                  open: {
                    blocks: [
                      {
                        as: 'stream',
                        source: {
                          route: 'privacy.records',
                          params: { id: { from: 'row', field: 'request' }, kind: { from: 'row', field: 'kind' } },
                        },
                        key: 'id',
                        at: 'at',
                        heading: 'what',
                        facts: [],
                        empty: { title: 'privacy.records.empty' },
                      },
                    ],
                  },
                },
                empty: { title: 'privacy.held.empty', help: 'privacy.held.empty.help' },
              },
              {
                as: 'detail',
                title: 'privacy.receipt.heading',
                source: { route: 'privacy.one', params: id, live: LIVE },
                fields: [column('erased_by', 'text'), column('receipt', 'fields')],
              },
              {
                as: 'table',
                title: 'privacy.elsewhere',
                key: 'id',
                pageSize: 10,
                source: { route: 'privacy.elsewhere', params: id, live: LIVE },
                columns: [
                  column('name', 'text', { narrow: 'first' }),
                  column('state', 'state', {
                    states: {
                      waiting: { title: 'privacy.elsewhere.waiting', severity: 'info' },
                      done: { title: 'privacy.elsewhere.done', severity: 'good' },
                      open: { title: 'privacy.elsewhere.open', severity: 'warn' },
                      confirmed: { title: 'privacy.elsewhere.confirmed', severity: 'good' },
                    },
                  }),
                  column('answer', 'code', { narrow: 'hide' }),
                  column('asked_at', 'time', { narrow: 'hide' }),
                  column('finished_at', 'time'),
                ],
                empty: { title: 'privacy.elsewhere.empty', help: 'privacy.elsewhere.empty.help' },
              },
            ],
          },
          actions,
        },
        add,
        empty: { title: 'privacy.empty', help: 'privacy.empty.help', action: add },
      },
    ],
  }),
];

export const privacyMenu: MenuDef[] = [
  {
    id: 'privacy.menu',
    parent: 'core.menu-records',
    title: 'privacy.title',
    icon: 'user-shield',
    order: 15,
    ability: ['read', 'PrivacyRequest'],
    page: 'privacy.page',
  },
];
