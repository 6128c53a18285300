import type { Block, Column } from '../../../core/contract.ts';
import { EDIT, EMPTY, FORBIDDEN, RUNS, sample, SEND, SEND_ONE } from '../sources.ts';
import { ALWAYS, block, type Entry, READ } from './entry.ts';

const NAME: Column = { field: 'name', title: 'catalogue.field.name', as: 'text', note: 'note', narrow: 'first' };
const COLUMNS: Column[] = [
  { ...NAME, sort: true, badge: { field: 'kind', states: { new: { title: 'catalogue.state.new', severity: 'info' } } } },
  { field: 'state', title: 'catalogue.field.state', as: 'state', states: RUNS },
  { field: 'leads', title: 'catalogue.field.leads', as: 'number', sort: true },
  { field: 'spend', title: 'catalogue.field.spend', as: 'money' },
  {
    field: 'active',
    title: 'catalogue.field.active',
    as: 'switch',
    toggle: { call: 'catalogue.turn', body: {}, field: 'value' },
  },
];
const list = {
  as: 'table',
  source: sample('campaigns'),
  key: 'id',
  columns: COLUMNS,
  row: { actions: [EDIT, FORBIDDEN] },
  empty: EMPTY,
} as const satisfies Block;

/** One of each kind of column. */
const VALUES: Column[] = [
  NAME,
  { field: 'leads', title: 'catalogue.field.leads', as: 'number' },
  { field: 'spend', title: 'catalogue.field.spend', as: 'money' },
  { field: 'worth', title: 'catalogue.field.worth', as: 'amounts' },
  { field: 'ends', title: 'catalogue.field.ends', as: 'date' },
  { field: 'begun', title: 'catalogue.field.begun', as: 'time' },
  { field: 'state', title: 'catalogue.field.state', as: 'state', states: RUNS, note: 'why' },
  { field: 'active', title: 'catalogue.field.active', as: 'flag' },
  { field: 'site', title: 'catalogue.field.site', as: 'link' },
  { field: 'percent', title: 'catalogue.field.percent', as: 'progress' },
  { field: 'tags', title: 'catalogue.field.tags', as: 'tags' },
  { field: 'key', title: 'catalogue.field.key', as: 'code' },
  { field: 'active', title: 'catalogue.field.switch', as: 'switch', toggle: { call: 'catalogue.turn', body: {}, field: 'value' } },
  { field: 'picture', title: 'catalogue.field.picture', as: 'picture' },
  { field: 'seen', title: 'catalogue.field.seen', as: 'since' },
  { field: 'cap', title: 'catalogue.field.cap', as: 'cap' },
  { field: 'line', title: 'catalogue.field.line', as: 'line' },
  { field: 'further', title: 'catalogue.field.further', as: 'fields' },
];

const sampleForm = {
  as: 'form',
  form: 'catalogue.sample-form',
  prefill: sample('sample'),
  fixed: { state: { from: 'query', field: 'state' } },
} as const satisfies Block;
const said = (severity: 'neutral' | 'info' | 'good' | 'warn' | 'bad'): Block => ({
  as: 'notice',
  severity,
  text: 'catalogue.notice',
  source: sample('notice'),
  ...(severity === 'warn' ? { action: SEND_ONE, other: FORBIDDEN } : {}),
});
const plain: Block = { as: 'notice', severity: 'info', text: 'catalogue.nested', stays: true };

export const BLOCKS: readonly Entry[] = [
  block('table', {
    ...list,
    title: 'catalogue.campaigns',
    search: true,
    filters: [
      {
        name: 'kind',
        title: 'catalogue.field.kind',
        options: [
          { value: 'daily', title: 'catalogue.kind.daily' },
          { value: 'weekly', title: 'catalogue.kind.weekly' },
        ],
      },
    ],
    bulk: [SEND_ONE],
    add: {
      id: 'catalogue.add',
      title: 'catalogue.add',
      icon: 'plus',
      emphasis: 'primary',
      ability: SEND,
      do: { form: 'catalogue.sample-form', as: 'modal' },
    },
  }),
  block(
    'table',
    { ...list, lines: true, row: { open: { blocks: [plain] }, where: 'drawer', actions: [EDIT, FORBIDDEN] } },
    { id: 'table-lines' },
  ),
  block('form', sampleForm, { states: [...READ, 'refused'] }),
  block('form', { ...sampleForm, sections: true }, { id: 'form-sections' }),
  block(
    'wizard',
    {
      as: 'wizard',
      resume: sample('sample'),
      steps: [
        { title: 'catalogue.wizard.first', blocks: [plain] },
        { title: 'catalogue.wizard.second', blocks: [sampleForm] },
      ],
      finish: { title: 'catalogue.send', do: { call: 'catalogue.turn' } },
    },
    { states: ALWAYS },
  ),
  block('stats', {
    as: 'stats',
    title: 'catalogue.campaigns',
    source: sample('stats'),
    items: [
      { field: 'leads', title: 'catalogue.field.leads', as: 'number' },
      { field: 'spend', title: 'catalogue.field.spend', as: 'money', help: 'catalogue.empty.help' },
      { field: 'ends', title: 'catalogue.field.ends', as: 'date' },
      { field: 'failed', title: 'catalogue.state.stopped', as: 'number', severity: 'bad' },
    ],
  }),
  block(
    'chart',
    {
      as: 'chart',
      title: 'catalogue.field.leads',
      source: sample('days'),
      shape: 'line',
      x: 'day',
      series: [{ field: 'leads', title: 'catalogue.field.leads', before: 'before' }],
    },
    { id: 'chart-line' },
  ),
  block(
    'chart',
    {
      as: 'chart',
      title: 'catalogue.campaigns',
      source: sample('days'),
      shape: 'bar',
      x: 'day',
      stacked: true,
      series: [
        { field: 'leads', title: 'catalogue.field.leads' },
        { field: 'rest', title: 'catalogue.state.unknown' },
        { field: 'visits', title: 'catalogue.field.visitors', kind: 'line' },
      ],
      limit: { field: 'cap', title: 'catalogue.field.cap' },
    },
    { id: 'chart-bar' },
  ),
  block(
    'chart',
    {
      as: 'chart',
      title: 'catalogue.field.source',
      source: sample('shares'),
      shape: 'share',
      x: 'source',
      series: [{ field: 'count', title: 'catalogue.field.leads' }],
    },
    { id: 'chart-share' },
  ),
  block(
    'chart',
    {
      as: 'chart',
      title: 'catalogue.field.source',
      source: sample('shares'),
      shape: 'funnel',
      share: 'share',
      x: 'source',
      series: [{ field: 'count', title: 'catalogue.field.leads' }],
    },
    { id: 'chart-funnel' },
  ),
  block('document', { as: 'document', source: sample('paper'), accept: { ...SEND_ONE, title: 'catalogue.agree', emphasis: 'primary' } }),
  block('detail', { as: 'detail', title: 'catalogue.thing', source: sample('thing'), fields: VALUES, actions: [EDIT, FORBIDDEN] }),
  block('notice', [said('neutral'), said('info'), said('good'), said('warn'), said('bad')], { states: ['filled', 'long'] }),
  block(
    'tabs',
    {
      as: 'tabs',
      tabs: [
        { id: 'first', title: 'catalogue.campaigns', blocks: [plain] },
        { id: 'second', title: 'catalogue.thing', blocks: [list] },
      ],
    },
    { states: ALWAYS },
  ),
  block('sections', {
    as: 'sections',
    title: 'catalogue.thing',
    source: sample('sample'),
    sections: [
      { id: 'name', title: 'catalogue.field.name', summary: 'name_line', blocks: [plain] },
      { id: 'amount', title: 'catalogue.field.amount', summary: 'amount_line', blocks: [plain] },
    ],
  }),
  block(
    'job',
    { as: 'job', source: sample('job'), every: 5_000, done: 'done', percent: 'percent' },
    { states: ['filled', 'empty', 'error', 'denied'] },
  ),
  block('cards', {
    as: 'cards',
    title: 'catalogue.connectors',
    source: sample('connectors'),
    key: 'id',
    heading: 'name',
    text: 'text',
    iconField: 'icon',
    state: { field: 'state', states: RUNS },
    actions: [SEND_ONE],
    empty: EMPTY,
  }),
  block('code', {
    as: 'code',
    title: 'catalogue.script',
    help: 'catalogue.script.help',
    steps: 'catalogue.script.steps',
    source: sample('tag'),
    field: 'script',
  }),
  block('view', { as: 'view', view: 'catalogue.unknown', instead: plain }, { states: ALWAYS }),
];
