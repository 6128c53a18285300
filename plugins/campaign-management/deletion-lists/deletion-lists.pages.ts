import { type Action, type Column, definePage, type MenuDef, type State } from '../../../core/contract.ts';
import { TOPIC } from './lists.job.ts';

const id = { id: { from: 'row', field: 'id' } } as const;
const row = { id: { from: 'row', field: 'list' }, position: { from: 'row', field: 'position' } } as const;
const column = (field: string, as: Column['as'], more: Partial<Column> = {}): Column => ({
  field,
  title: `deletion-lists.column.${field}`,
  as,
  ...more,
});
const states = (prefix: string, all: Record<string, State['severity']>): Record<string, State> =>
  Object.fromEntries(Object.entries(all).map(([name, severity]) => [name, { title: `deletion-lists.${prefix}.${name}`, severity }]));

const actions: Action[] = [
  {
    id: 'deletion-lists.go-delete',
    title: 'deletion-lists.delete',
    icon: 'trash',
    emphasis: 'danger',
    ability: ['delete', 'DeletionList'],
    when: { field: 'state', is: 'review' },
    do: { call: 'deletion-lists.delete', params: id },
    confirm: {
      title: 'deletion-lists.delete.title',
      body: 'deletion-lists.delete.body',
      button: 'deletion-lists.delete.button',
      final: true,
    },
    after: 'reload',
  },
  {
    id: 'deletion-lists.go-response',
    title: 'deletion-lists.response',
    icon: 'download',
    ability: ['read', 'DeletionList'],
    when: { field: 'state', is: 'done' },
    do: { download: 'deletion-lists.response', params: id },
  },
];
const exemption = (name: 'exempt' | 'unexempt', outcome: string, exempt: boolean): Action => ({
  id: `deletion-lists.go-${name}`,
  title: `deletion-lists.${name}`,
  icon: exempt ? 'shield-x' : 'refresh',
  ability: ['delete', 'DeletionList'],
  when: { field: 'outcome', is: outcome },
  do: { call: 'deletion-lists.exempt', params: row, body: { exempt: { value: exempt } } },
  after: 'reload',
});

export const listPages = [
  definePage({
    id: 'deletion-lists.page',
    path: '/configuration/deletion-lists',
    title: 'deletion-lists.title',
    ability: ['read', 'DeletionList'],
    blocks: [
      { as: 'notice', severity: 'info', stays: true, text: 'deletion-lists.intro' },
      {
        as: 'table',
        key: 'id',
        pageSize: 10,
        source: { route: 'deletion-lists.list', live: TOPIC },
        columns: [
          column('filename', 'text', { narrow: 'first' }),
          column('type', 'state', { narrow: 'hide', states: states('type', { email: 'neutral', phone: 'neutral' }) }),
          column('state', 'state', {
            states: states('state', { suppressing: 'info', matching: 'info', review: 'warn', deleting: 'info', done: 'good' }),
          }),
          column('rows', 'number', { narrow: 'hide' }),
          column('matched', 'number'),
          column('imported_at', 'time', { narrow: 'hide' }),
          column('finished_at', 'time', { narrow: 'hide' }),
        ],
        row: {
          where: 'under',
          open: {
            blocks: [
              {
                as: 'table',
                title: 'deletion-lists.matches',
                key: 'position',
                pageSize: 10,
                source: { route: 'deletion-lists.matches', params: id, live: TOPIC },
                columns: [
                  column('who', 'text', { narrow: 'first' }),
                  column('work_item', 'code', { narrow: 'hide' }),
                  column('records', 'number'),
                  column('outcome', 'state', {
                    states: states('outcome', { delete: 'warn', exempt: 'neutral', deleted: 'good', shared: 'info' }),
                  }),
                ],
                row: { actions: [exemption('exempt', 'delete', true), exemption('unexempt', 'exempt', false)] },
                empty: { title: 'deletion-lists.matches.empty', help: 'deletion-lists.matches.empty.help' },
              },
            ],
          },
          actions,
        },
        empty: { title: 'deletion-lists.empty', help: 'deletion-lists.empty.help' },
      },
    ],
  }),
];

export const listMenu: MenuDef[] = [
  {
    id: 'deletion-lists.menu',
    parent: 'core.menu-records',
    title: 'deletion-lists.title',
    icon: 'user-shield',
    order: 16,
    ability: ['read', 'DeletionList'],
    page: 'deletion-lists.page',
  },
];
