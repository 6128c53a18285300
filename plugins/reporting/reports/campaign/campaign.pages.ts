import type { Block, Contributions, Link, PageExtension, Source } from '../../../../core/contract.ts';
import type { Product } from '../../../foundation/companies/contract.ts';
import { FIGURES_TOPIC, type LeadSource, type ObservationWords } from '../../../lead-intake/leads/contract.ts';
import { toDays, toLeads, toSpend } from '../explain.ts';
import { leadsTable } from '../reports.pages.ts';
import { observedBy } from '../words.ts';

const period = { from: 'query', field: 'period' } as const;
const of = (route: Source['route']): Source => ({
  route,
  params: { id: { from: 'row', field: 'leadspeek_api_id' } },
  query: { period },
  live: FIGURES_TOPIC,
});
/** Lists behind the figures, of the same campaign. */
const narrowed = { 'f-campaignId': { from: 'row', field: 'leadspeek_api_id' } } as const;
/** Another tab of the page. */
const tab = (name: string, query: Link['query'] = {}): Link => ({
  role: 'campaigns.campaign',
  params: { id: { from: 'path', field: 'id' } },
  query: { tab: { value: name }, period, ...query },
});

const trends = ({ several, share }: ObservationWords, log: LeadSource['log']): Block => ({
  as: 'trends',
  source: of('reports.campaign-trends'),
  items: [
    { field: 'today', title: 'reports.trends.today', as: 'number', help: 'reports.trends.today.help' },
    { field: 'leads', title: 'reports.trends.leads', as: 'number', better: 'up', to: toLeads(narrowed) },
    { field: 'visits', title: several, as: 'number', better: 'up', to: log ? tab(log.tab) : toDays(narrowed) },
    { field: 'share', title: share, as: 'percent', better: 'up' },
    {
      field: 'revenue',
      title: 'reports.trends.revenue',
      as: 'money',
      better: 'up',
      help: 'reports.trends.spend.help',
      to: toSpend(narrowed),
    },
    { field: 'margin', title: 'reports.trends.margin', as: 'money', better: 'up' },
    { field: 'spend', title: 'reports.trends.spend', as: 'money', help: 'reports.trends.spend.help', to: toSpend(narrowed) },
    { field: 'each', title: 'reports.trends.each', as: 'money', better: 'down' },
  ],
});

const daily = ({ byDay, several }: ObservationWords): Block => ({
  as: 'chart',
  title: byDay,
  source: { ...of('reports.campaign-days'), query: { period, compare: { from: 'query', field: 'compare' } } },
  shape: 'line',
  x: 'day',
  series: [
    { field: 'leads', title: 'reports.daily.leads', before: 'leadsBefore' },
    { field: 'visits', title: several, before: 'visitsBefore' },
  ],
  limit: { field: 'limit', title: 'reports.daily.limit' },
});

/** Each reason leads to whom it concerned, where a list holds them, and to what can be changed about it. */
const funnel = ({ became }: ObservationWords, log: LeadSource['log']): Block => ({
  as: 'funnel',
  title: became,
  source: of('reports.campaign-funnel'),
  open: true,
  ...(log && {
    behind: { ability: log.ability, to: tab(log.tab, { outcome: { from: 'row', field: 'outcome' } }), when: { field: 'listed', is: true } },
  }),
  remedies: {
    field: 'remedy',
    links: {
      source: { title: 'reports.remedy.source', to: tab('source') },
      settings: {
        title: 'reports.remedy.settings',
        ability: ['update', 'Campaign'],
        to: tab('settings', { edit: { from: 'row', field: 'setting' } }),
      },
    },
  },
  empty: { title: 'reports.funnel.empty', help: 'reports.funnel.empty.help' },
});

const results = (product: Product, source: LeadSource, words: ObservationWords): PageExtension => ({
  role: 'campaigns.campaign',
  where: { product },
  order: 10,
  blocks: [],
  tabs: [
    {
      id: 'results',
      title: 'reports.tab.results',
      order: 10,
      ability: ['read', 'Report'],
      blocks: [trends(words, source.log), daily(words), funnel(words, source.log)],
    },
  ],
});

/** What a campaign has brought, in the words of where its leads come from, and its leads. */
export const campaignTabs = (from: Contributions): PageExtension[] => [
  ...observedBy(from).map(({ product, source, words }) => results(product, source, words)),
  {
    role: 'campaigns.campaign',
    order: 10,
    blocks: [],
    tabs: [
      {
        id: 'leads',
        title: 'reports.leads.title',
        order: 30,
        ability: ['read', 'Report'],
        blocks: [leadsTable(from, { campaignId: { from: 'row', field: 'leadspeek_api_id' } })],
      },
    ],
  },
];
