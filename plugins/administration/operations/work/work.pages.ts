import { type Action, type Column, definePage, type Severity, type State, type TableBlock } from '../../../../core/contract.ts';
import { WORK_NEWS } from './work.routes.ts';
import { columnsOf, NO_MATCH, ofRow } from '../page-parts.ts';

const name = { name: ofRow('name') };
const states = (of: string, all: Record<string, Severity>): Record<string, State> =>
  Object.fromEntries(Object.entries(all).map(([state, severity]) => [state, { title: `operations.work.${of}.${state}`, severity }]));

const stands: Column = {
  field: 'stands',
  title: 'operations.work.column.stands',
  as: 'state',
  note: 'error',
  states: states('stands', { dead: 'bad', failing: 'warn', held: 'warn', running: 'info', waiting: 'neutral', idle: 'good' }),
};
const column = columnsOf('work');
const backlog = [column('waiting', 'number', { narrow: 'hide' }), column('lag', 'since', { narrow: 'hide' }), column('dead', 'number')];

/** What can be done with something that waits or was given up. */
const itemActions = (one: 'run' | 'event'): Action[] => {
  const params = { ...name, item: ofRow('id') };
  const ability = ['update', 'Work'] as const;
  return [
    {
      id: `operations.act-retry-${one}`,
      title: 'operations.work.retry',
      icon: 'refresh',
      ability,
      when: { field: 'state', is: 'running', not: true },
      do: { call: `operations.retry-${one}`, params },
      after: 'reload',
    },
    {
      id: `operations.act-cancel-${one}`,
      title: 'operations.work.cancel',
      icon: 'ban',
      emphasis: 'danger',
      ability,
      when: { field: 'state', is: 'running', not: true },
      do: { call: `operations.cancel-${one}`, params },
      confirm: {
        title: 'operations.work.cancel.title',
        body: 'operations.work.cancel.body',
        button: 'operations.work.cancel.button',
        final: true,
      },
      after: 'reload',
    },
  ];
};

const items = (of: 'jobs' | 'consumers'): TableBlock => ({
  as: 'table',
  source: { route: `operations.${of}-items`, params: name, live: WORK_NEWS },
  key: 'id',
  pageSize: 25,
  columns: [
    column('company', 'text', { narrow: 'first' }),
    {
      ...column('state', 'state'),
      note: 'note',
      states: states('state', { waiting: 'neutral', running: 'info', held: 'warn', dead: 'bad' }),
    },
    column('attempts', 'number', { narrow: 'hide' }),
    column('at', 'time'),
  ],
  filters: [
    {
      name: 'state',
      title: 'operations.work.column.state',
      options: ['dead', 'waiting', 'running', 'held'].map((value) => ({ value, title: `operations.work.state.${value}` })),
    },
  ],
  row: { actions: itemActions(of === 'jobs' ? 'run' : 'event') },
  bulk: itemActions(of === 'jobs' ? 'run' : 'event').map((action) => ({ ...action, id: `${action.id}-all` as const })),
  empty: { title: 'operations.work.items.empty', help: 'operations.work.items.empty.help' },
  noMatch: NO_MATCH,
});

const retryDead = (of: 'jobs' | 'consumers'): Action => ({
  id: `operations.act-retry-dead-${of}`,
  title: 'operations.work.retry-all',
  icon: 'refresh',
  ability: ['update', 'Work'],
  when: { field: 'dead', is: 0, not: true },
  do: { call: `operations.retry-dead-${of}`, params: name },
  after: 'reload',
});

const list = (of: 'jobs' | 'consumers', columns: Column[], actions: Action[]): TableBlock => ({
  as: 'table',
  source: { route: `operations.${of}`, live: WORK_NEWS },
  key: 'name',
  ...(of === 'consumers' && { address: 'events' }),
  pageSize: 100,
  search: true,
  columns,
  filters: [
    {
      name: 'show',
      also: 'show',
      title: 'operations.work.show',
      options: ['problems', 'busy'].map((value) => ({ value, title: `operations.work.show.${value}` })),
    },
  ],
  row: { where: 'drawer', open: { blocks: [items(of)] }, actions: [...actions, retryDead(of)] },
  empty: { title: 'operations.work.empty', help: 'operations.work.empty.help' },
  noMatch: NO_MATCH,
});

export const workPage = definePage({
  id: 'operations.work',
  path: '/operations/jobs',
  title: 'operations.work.title',
  ability: ['read', 'Work'],
  blocks: [
    {
      as: 'tabs',
      address: true,
      tabs: [
        {
          id: 'jobs',
          title: 'operations.work.tab.jobs',
          blocks: [
            list(
              'jobs',
              [
                column('name', 'text', { sort: true, narrow: 'first', note: 'when' }),
                stands,
                column('last', 'since', { note: 'took' }),
                column('took', 'text', { narrow: 'hide' }),
                column('next', 'time', { narrow: 'hide' }),
                ...backlog,
              ],
              [
                {
                  id: 'operations.act-run-job',
                  title: 'operations.work.run',
                  icon: 'player-play',
                  ability: ['update', 'Work'],
                  do: { call: 'operations.run-job', params: name },
                  after: 'reload',
                },
              ],
            ),
          ],
        },
        {
          id: 'events',
          title: 'operations.work.tab.events',
          blocks: [
            list(
              'consumers',
              [
                column('name', 'text', { sort: true, narrow: 'first', note: 'event' }),
                stands,
                ...backlog,
                column('held', 'number', { narrow: 'hide' }),
              ],
              [],
            ),
          ],
        },
      ],
    },
  ],
  help: [
    { title: 'operations.work.column.waiting', text: 'operations.work.help.waiting' },
    { title: 'operations.work.column.lag', text: 'operations.work.help.lag' },
    { title: 'operations.work.column.dead', text: 'operations.work.help.dead' },
    { title: 'operations.work.column.held', text: 'operations.work.help.held' },
  ],
});
