import { type Block, type Ctx, definePage, definePlugin, defineRoute, periodOf, Problem, type Source, T } from '../../../core/contract.ts';
import { CHART, CHECKLIST, FUNNEL, HEAD, HEALTH, MAP, RANKING, TIMELINE, TRENDS, type Visit, visit } from './figures.ts';

/** What the routes answer by their name; a test puts something else in, or a number for a refusal. */
export const desk: { answers: Record<string, unknown>; visits: Visit[] } = { answers: {}, visits: [] };

/** As it is in the beginning: figures everywhere, and visits of the last hours. */
export function tidy(now = new Date()): void {
  desk.answers = {
    trends: TRENDS,
    funnel: FUNNEL,
    ranking: RANKING,
    timeline: TIMELINE,
    health: HEALTH,
    checklist: CHECKLIST,
    map: MAP,
    chart: CHART,
    head: HEAD,
  };
  desk.visits = Array.from({ length: 60 }, (_unused, n) => visit(n + 1, new Date(now.getTime() - (60 - n) ** 2 * 4_000)));
}
tidy();

const PER_PAGE = 20;
const NAMES = ['trends', 'funnel', 'ranking', 'timeline', 'health', 'checklist', 'map', 'chart', 'head'] as const;

function answer(name: string): unknown {
  const said = desk.answers[name];
  if (typeof said === 'number') throw new Problem(said, 'overview.down');
  return said;
}

const named = NAMES.map((name) =>
  defineRoute({
    id: `overview.${name}`,
    method: 'GET',
    path: `/overview/${name}`,
    summary: `What the overview shows as ${name}`,
    ability: 'signed-in',
    query: T.Object({ period: T.Optional(T.String()), compare: T.Optional(T.String()), of: T.Optional(T.String()) }),
    response: T.Any(),
    async handler(ctx, { query }) {
      const { first, last, before } = periodOf(query.period, ctx.timezone, ctx.now);
      const said = answer(name);
      return name === 'head' ? { ...(said as object), days: `${first} ${last}${query.compare ? ` ${before.first}` : ''}` } : said;
    },
  }),
);

const visits = defineRoute({
  id: 'overview.visits',
  method: 'GET',
  path: '/overview/visits',
  summary: 'Visits, newest first',
  ability: 'signed-in',
  query: T.Object({ cursor: T.Optional(T.String()), outcome: T.Optional(T.String()) }),
  response: T.Any(),
  async handler(_ctx, { query }) {
    if (typeof desk.answers['visits'] === 'number') answer('visits');
    const before = query.cursor === undefined ? Infinity : Number(query.cursor);
    const rows = desk.visits.filter((row) => row.id < before && (!query.outcome || row.outcome === query.outcome)).toReversed();
    const data = rows.slice(0, PER_PAGE);
    return { data, next: rows.length > PER_PAGE ? String(data.at(-1)!.id) : null };
  },
});

const arrive = defineRoute({
  id: 'overview.arrive',
  method: 'POST',
  path: '/overview/visits',
  summary: 'Somebody visits',
  ability: 'signed-in',
  unlogged: 'a test does it',
  body: T.Object({ count: T.Integer({ minimum: 1, maximum: 100 }) }),
  response: T.Object({}),
  async handler(ctx: Ctx, { body }) {
    const last = desk.visits.at(-1)?.id ?? 0;
    for (let n = 1; n <= body.count; n += 1) desk.visits.push(visit(last + n, ctx.now));
    await ctx.live('overview', ctx.tenant);
    return {};
  },
});

const period = { period: { from: 'query', field: 'period' }, compare: { from: 'query', field: 'compare' } } as const;
const source = (name: (typeof NAMES)[number]): Source => ({ route: `overview.${name}`, query: period, live: 'overview' });
const empty = { title: 'overview.empty', help: 'overview.empty.help' };
const STATES = {
  runs: { title: 'overview.runs', severity: 'good' },
  capped: { title: 'overview.capped', severity: 'warn' },
  stopped: { title: 'overview.stopped', severity: 'neutral' },
} as const;
const detail = (name: string): { page: `${string}.${string}`; params: Record<string, { from: 'row'; field: string }> } => ({
  page: 'overview.one',
  params: { id: { from: 'row', field: name } },
});

export const BLOCKS = {
  trends: {
    as: 'trends',
    source: source('trends'),
    items: [
      { field: 'visitors', title: 'overview.visitors', as: 'number', better: 'up' },
      {
        field: 'leads',
        title: 'overview.leads',
        as: 'number',
        better: 'up',
        to: { page: 'overview.one', params: { id: { value: 7 } }, query: { tab: { value: 'visits' } } },
      },
      { field: 'rate', title: 'overview.rate', as: 'percent', better: 'up', help: 'overview.rate.help' },
      { field: 'spend', title: 'overview.spend', as: 'money' },
      { field: 'prepaid', title: 'overview.prepaid', as: 'money' },
      { field: 'refunds', title: 'overview.refunds', as: 'money' },
    ],
  },
  funnel: { as: 'funnel', title: 'overview.funnel', source: source('funnel'), empty },
  ranking: {
    as: 'ranking',
    title: 'overview.ranking',
    source: source('ranking'),
    key: 'id',
    name: 'name',
    note: 'note',
    value: { field: 'leads', as: 'number' },
    further: [
      { field: 'rate', title: 'overview.rate', as: 'percent' },
      { field: 'spend', title: 'overview.spend', as: 'money' },
    ],
    line: 'line',
    state: { field: 'state', states: STATES },
    to: detail('id'),
    empty,
  },
  timeline: {
    as: 'timeline',
    title: 'overview.timeline',
    source: source('timeline'),
    key: 'id',
    at: 'at',
    heading: 'title',
    text: 'text',
    icon: 'icon',
    severity: 'severity',
    address: 'address',
    empty,
  },
  stream: {
    as: 'stream',
    title: 'overview.visits',
    source: { route: 'overview.visits', live: 'overview' },
    key: 'id',
    at: 'at',
    heading: 'who',
    facts: [
      { field: 'page', title: 'overview.page', as: 'code' },
      { field: 'place', title: 'overview.place', as: 'text', narrow: 'hide' },
    ],
    state: {
      field: 'outcome',
      states: { lead: { title: 'overview.lead', severity: 'good' }, unknown: { title: 'overview.unknown', severity: 'neutral' } },
    },
    filters: [
      {
        name: 'outcome',
        title: 'overview.outcome',
        options: [
          { value: 'lead', title: 'overview.lead' },
          { value: 'unknown', title: 'overview.unknown' },
        ],
      },
    ],
    open: { blocks: [{ as: 'funnel', title: 'overview.funnel', source: source('funnel'), empty }] },
    empty,
  },
  health: {
    as: 'health',
    title: 'overview.health',
    source: source('health'),
    key: 'id',
    name: 'name',
    text: 'text',
    state: {
      field: 'state',
      states: {
        works: { title: 'overview.works', severity: 'good' },
        slow: { title: 'overview.soon', severity: 'warn' },
        fails: { title: 'overview.fails', severity: 'bad' },
      },
    },
    remedy: 'remedy',
    empty,
  },
  checklist: { as: 'checklist', title: 'overview.checklist', source: source('checklist'), done: 'overview.checklist.done' },
  map: {
    as: 'map',
    title: 'overview.map',
    source: source('map'),
    place: 'state',
    value: { field: 'leads', title: 'overview.leads', as: 'number' },
    empty,
  },
  chart: {
    as: 'chart',
    title: 'overview.chart',
    source: source('chart'),
    shape: 'bar',
    x: 'day',
    stacked: true,
    series: [
      { field: 'leads', title: 'overview.leads' },
      { field: 'rest', title: 'overview.unknown' },
      { field: 'visits', title: 'overview.visitors', kind: 'line' },
      { field: 'before', title: 'overview.before', kind: 'line' },
    ],
    limit: { field: 'cap', title: 'overview.cap' },
  },
} as const satisfies Record<string, Block>;

const overview = definePage({
  id: 'overview.page',
  path: '/overview',
  title: 'overview.title',
  ability: 'signed-in',
  period: true,
  blocks: [
    BLOCKS.trends,
    {
      as: 'columns',
      blocks: [
        [BLOCKS.chart, BLOCKS.ranking, BLOCKS.timeline],
        [BLOCKS.checklist, BLOCKS.funnel, BLOCKS.health],
      ],
    },
    BLOCKS.map,
    BLOCKS.stream,
  ],
  tour: [{ at: 'period', text: 'overview.title' }],
});

const one = definePage({
  id: 'overview.one',
  path: '/overview/:id',
  title: 'overview.one',
  ability: 'signed-in',
  period: '7d',
  above: { page: 'overview.page' },
  head: {
    source: source('head'),
    heading: 'name',
    state: { field: 'state', states: STATES, note: 'why' },
    facts: [
      { field: 'price', title: 'overview.price', as: 'money' },
      { field: 'cap', title: 'overview.cap', as: 'cap' },
      { field: 'since', title: 'overview.last', as: 'since' },
      { field: 'line', title: 'overview.leads', as: 'line' },
      { field: 'days', title: 'overview.days', as: 'text' },
    ],
    actions: [
      {
        id: 'overview.send',
        title: 'overview.send',
        ability: 'signed-in',
        icon: 'plus',
        emphasis: 'primary',
        do: { call: 'overview.arrive', body: { count: { value: 1 } } },
      },
    ],
  },
  blocks: [
    {
      as: 'columns',
      blocks: [
        [
          {
            as: 'tabs',
            address: true,
            tabs: [
              { id: 'people', title: 'overview.ranking', blocks: [BLOCKS.ranking] },
              { id: 'visits', title: 'overview.visits', blocks: [BLOCKS.stream] },
            ],
          },
        ],
        [BLOCKS.checklist],
        [BLOCKS.health],
      ],
    },
  ],
});

/** A page with each of the blocks of overviews, over figures that a test may change. */
export const overviewPlugin = definePlugin({
  manifest: { id: 'overview', version: '1.0.0', core: '^1', level: 'platform' },
  routes: [...named, visits, arrive],
  pages: [overview, one],
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
