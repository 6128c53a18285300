import { EMPTY, FORBIDDEN, RUNS, sample, SEND_ONE } from '../sources.ts';
import { ALWAYS, type Entry, overview } from './entry.ts';

const home = { page: 'catalogue.list' } as const;
const health = {
  as: 'health',
  title: 'catalogue.connectors',
  source: sample('health'),
  key: 'id',
  name: 'name',
  text: 'text',
  since: 'since',
  state: { field: 'state', states: RUNS },
  remedy: 'remedy',
  empty: EMPTY,
} as const;
const checklist = { as: 'checklist', title: 'catalogue.checklist', source: sample('steps'), done: 'catalogue.done' } as const;

export const OVERVIEWS: readonly Entry[] = [
  overview('trends', {
    as: 'trends',
    source: sample('trends'),
    items: [
      { field: 'visitors', title: 'catalogue.field.visitors', as: 'number', better: 'up' },
      { field: 'leads', title: 'catalogue.field.leads', as: 'number', better: 'up', to: home },
      { field: 'rate', title: 'catalogue.field.percent', as: 'percent', better: 'up', help: 'catalogue.empty.help' },
      { field: 'spend', title: 'catalogue.field.spend', as: 'money' },
    ],
  }),
  overview('funnel', {
    as: 'funnel',
    title: 'catalogue.funnel',
    source: sample('funnel'),
    empty: EMPTY,
    open: true,
    lists: { field: 'step', links: { seen: home, leads: home } },
    behind: { to: home },
    remedies: { field: 'remedy', links: { lists: { title: 'catalogue.edit', to: home } } },
  }),
  overview('ranking', {
    as: 'ranking',
    title: 'catalogue.campaigns',
    source: sample('campaigns'),
    key: 'id',
    name: 'name',
    note: 'note',
    value: { field: 'leads', as: 'number' },
    further: [
      { field: 'rate', title: 'catalogue.field.percent', as: 'percent' },
      { field: 'spend', title: 'catalogue.field.spend', as: 'money' },
    ],
    line: 'line',
    state: { field: 'state', states: RUNS },
    empty: EMPTY,
  }),
  overview('timeline', {
    as: 'timeline',
    title: 'catalogue.timeline',
    source: sample('timeline'),
    key: 'id',
    at: 'at',
    heading: 'title',
    text: 'text',
    icon: 'icon',
    severity: 'severity',
    empty: EMPTY,
  }),
  overview('stream', {
    as: 'stream',
    title: 'catalogue.visits',
    source: sample('visits'),
    key: 'id',
    at: 'at',
    heading: 'who',
    facts: [
      { field: 'page', title: 'catalogue.field.site', as: 'code' },
      { field: 'place', title: 'catalogue.field.place', as: 'text', narrow: 'hide' },
    ],
    state: {
      field: 'outcome',
      states: {
        lead: { title: 'catalogue.state.lead', severity: 'good' },
        unknown: { title: 'catalogue.state.unknown', severity: 'neutral' },
      },
    },
    total: 'total',
    open: { blocks: [checklist] },
    empty: EMPTY,
  }),
  overview('health', { ...health, actions: [SEND_ONE, FORBIDDEN] }),
  overview('checklist', checklist),
  overview('map', {
    as: 'map',
    title: 'catalogue.map',
    source: sample('places'),
    place: 'place',
    value: { field: 'leads', title: 'catalogue.field.leads', as: 'number' },
    to: home,
    empty: EMPTY,
  }),
  overview(
    'group',
    { as: 'group', source: sample('sample'), when: { field: 'active' }, blocks: [checklist] },
    { states: ['filled', 'empty'] },
  ),
  overview('columns', { as: 'columns', blocks: [[checklist], [health]] }, { states: ALWAYS }),
];
