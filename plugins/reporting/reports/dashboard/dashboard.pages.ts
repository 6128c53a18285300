import type { Block, Contributions, PageExtension, Source, TrendsBlock } from '../../../../core/contract.ts';
import { FIGURES_TOPIC, type LeadSource, type ObservationWords } from '../../../lead-intake/leads/contract.ts';
import { ProductSources } from '../../../lead-products/products/contract.ts';
import { Conversions } from '../contract.ts';
import { toDays, toLeads, toSpend } from '../explain.ts';
import { sinceBegun } from '../shared.ts';
import { newestLeads, ofProduct } from '../reports.pages.ts';
import { observedBy, WORDS } from '../words.ts';

const query = { ...ofProduct, period: { from: 'query', field: 'period' } } as const;
const compare = { from: 'query', field: 'compare' } as const;
/** Lists behind the figures, of the same product. */
const narrowed = { 'f-product': ofProduct.product };
/** All figures listen to one topic, so that they always tell of the same visits. */
const of = (route: Source['route']): Source => ({ route, query, live: FIGURES_TOPIC });

const CONVERSIONS: TrendsBlock['items'] = [
  { field: 'conversions', title: 'reports.trends.conversions', as: 'number', better: 'up', help: 'reports.trends.conversions.help' },
  { field: 'rate', title: 'reports.trends.rate', as: 'percent', better: 'up', help: 'reports.trends.rate.help' },
];

const trends = ({ several, share }: ObservationWords, converts: boolean): Block => ({
  as: 'trends',
  source: of('reports.trends'),
  items: [
    { field: 'today', title: 'reports.trends.today', as: 'number', help: 'reports.trends.today.help' },
    { field: 'leads', title: 'reports.trends.leads', as: 'number', better: 'up', to: toLeads(narrowed) },
    { field: 'visits', title: several, as: 'number', better: 'up', to: toDays(narrowed) },
    { field: 'share', title: share, as: 'percent', better: 'up' },
    ...(converts ? CONVERSIONS : []),
    {
      field: 'revenue',
      title: 'reports.trends.revenue',
      as: 'money',
      better: 'up',
      help: 'reports.trends.spend.help',
      to: toSpend(narrowed),
    },
    { field: 'cost', title: 'reports.trends.cost', as: 'money', help: 'reports.trends.cost.help', to: toSpend(narrowed) },
    {
      field: 'margin',
      title: 'reports.trends.margin',
      as: 'money',
      better: 'up',
      help: 'reports.trends.margin.help',
      to: toSpend(narrowed),
    },
    { field: 'spend', title: 'reports.trends.spend', as: 'money', help: 'reports.trends.spend.help', to: toSpend(narrowed) },
    { field: 'budget', title: 'reports.trends.budget', as: 'money', help: 'reports.trends.budget.help' },
    { field: 'each', title: 'reports.trends.each', as: 'money', better: 'down' },
  ],
});

const daily = ({ byDay, several }: ObservationWords): Block => ({
  as: 'chart',
  title: byDay,
  source: { ...of('reports.daily'), query: { ...query, compare } },
  shape: 'line',
  x: 'day',
  series: [
    { field: 'leads', title: 'reports.daily.leads', before: 'leadsBefore' },
    { field: 'visits', title: several, before: 'visitsBefore' },
  ],
});

/** Leads of each day, the products upon each other; those that are not offered are left out of the answer. */
const byProduct = (from: Contributions): Block => ({
  as: 'chart',
  title: 'reports.products.title',
  source: { route: 'reports.product-days', query: { period: query.period, compare }, live: FIGURES_TOPIC },
  shape: 'bar',
  stacked: true,
  before: 'before',
  x: 'day',
  series: from.of(ProductSources).map(({ product }) => ({ field: product, title: `name:${product}` })),
});

const funnel = ({ became }: ObservationWords): Block => ({
  as: 'funnel',
  title: became,
  source: of('reports.funnel'),
  lists: { field: 'step', links: { seen: toDays(narrowed), leads: toLeads(narrowed) } },
  empty: { title: 'reports.funnel.empty', help: 'reports.funnel.empty.help' },
});

const map: Block = {
  as: 'map',
  title: 'reports.states.title',
  source: of('reports.states'),
  place: 'state',
  value: { field: 'leads', title: 'reports.trends.leads', as: 'number' },
  to: toLeads({ ...narrowed, 'f-state': { from: 'row', field: 'state' } }),
  empty: { title: 'reports.leads.empty', help: 'reports.leads.empty.help' },
};

/** What a client was sold. */
const rankedTo = {
  page: 'reports.spend-page',
  params: { ...toSpend(narrowed).query, 'f-companyId': { from: 'row', field: 'id' } },
} as const;

const ranking = (order: 'most' | 'least'): Block => ({
  as: 'ranking',
  title: `reports.clients.${order}`,
  source: of(`reports.clients-${order}`),
  key: 'id',
  name: 'name',
  value: { field: 'margin', as: 'money' },
  ...(order === 'least' && { smallestFirst: true as const }),
  further: [{ field: 'revenue', title: 'reports.trends.revenue', as: 'money' }],
  line: 'line',
  to: rankedTo,
  state: {
    field: 'trend',
    states: {
      declining: { title: 'reports.clients.declining', severity: 'bad', help: 'reports.clients.declining.help' },
      rising: { title: 'reports.clients.rising', severity: 'good', help: 'reports.clients.rising.help' },
    },
  },
  empty: { title: 'reports.clients.empty', help: 'reports.clients.empty.help' },
});

/** What leads, what is observed and money say, put onto the dashboard of all products and of each, in the words of where its leads come from. */
export const dashboardFigures = (from: Contributions): PageExtension[] => {
  const converting = new Set(from.of(Conversions).flatMap(({ sources }) => sources));
  return [
    figuresOf('', WORDS, 'reports.field.origin', converting.size > 0, [byProduct(from)]),
    ...observedBy(from).map(({ product, source, words }) => figuresOf(product, words, originOf(source), converting.has(source.id))),
  ];
};

/** The heading of what narrow lists show of a lead's evidence. */
const originOf = ({ evidence, listed }: LeadSource): string =>
  (evidence.properties as Record<string, { title?: string }>)[listed ?? '']?.title ?? 'reports.field.origin';

const figuresOf = (product: string, words: ObservationWords, origin: string, converts: boolean, further: Block[] = []): PageExtension => ({
  role: 'campaigns.dashboard',
  where: { product },
  order: 50,
  blocks: [
    sinceBegun([
      trends(words, converts),
      daily(words),
      ...further,
      { as: 'columns', blocks: [[ranking('most')], [ranking('least')]] },
      { as: 'columns', blocks: [[funnel(words)], [map]] },
      newestLeads(words, origin),
    ]),
  ],
});
