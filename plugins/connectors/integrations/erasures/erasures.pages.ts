import { type Action, type Block, definePage, type State } from '../../../../core/contract.ts';
import { TOPIC } from '../topic.ts';

const ofRow = { id: { from: 'row', field: 'id' } } as const;

const severities: Record<string, State['severity']> = {
  pending: 'info',
  failed: 'warn',
  done: 'good',
  refused: 'bad',
  manual: 'bad',
  confirmed: 'good',
};
const states: Record<string, State> = Object.fromEntries(
  Object.entries(severities).map(([state, severity]) => [
    state,
    { title: `integrations.erasure.${state}`, severity, help: `integrations.erasure.${state}.help` },
  ]),
);

const actions: Action[] = [
  {
    id: 'integrations.erasure-act-again',
    title: 'integrations.erasure.again',
    icon: 'refresh',
    ability: ['update', 'Erasure'],
    when: { field: 'state', in: ['failed', 'refused'] },
    do: { call: 'integrations.erasure-again', params: ofRow },
    after: 'reload',
  },
  {
    id: 'integrations.erasure-act-confirm',
    title: 'integrations.erasure.confirm',
    icon: 'check',
    ability: ['update', 'Erasure'],
    when: { field: 'is_open', is: true },
    do: { call: 'integrations.erasure-confirm', params: ofRow },
    confirm: {
      title: 'integrations.erasure.confirm.title',
      body: 'integrations.erasure.confirm.body',
      button: 'integrations.erasure.confirm.button',
    },
    after: 'reload',
  },
];

const table: Block = {
  as: 'table',
  source: { route: 'integrations.erasures', live: TOPIC },
  key: 'id',
  pageSize: 25,
  columns: [
    { field: 'name', title: 'integrations.column.connection', as: 'text', narrow: 'first' },
    { field: 'title', title: 'integrations.column.system', as: 'text', narrow: 'hide' },
    { field: 'state', title: 'integrations.column.state', as: 'state', states },
    { field: 'whom', title: 'integrations.erasure.whom', as: 'text' },
    { field: 'response', title: 'integrations.column.response', as: 'code', narrow: 'hide' },
    { field: 'asked_at', title: 'integrations.erasure.asked-at', as: 'time', narrow: 'hide' },
    { field: 'finished_at', title: 'integrations.erasure.finished-at', as: 'time', narrow: 'hide' },
  ],
  row: { actions },
  empty: { title: 'integrations.erasures.empty', help: 'integrations.erasures.empty.help' },
};

/** Whom other systems were asked to erase, and what became of it. */
export const erasuresPage = definePage({
  id: 'integrations.erasures-page',
  path: '/integrations/erasures',
  title: 'integrations.erasures',
  ability: ['read', 'Erasure'],
  above: { page: 'integrations.catalogue-page' },
  blocks: [table],
});
