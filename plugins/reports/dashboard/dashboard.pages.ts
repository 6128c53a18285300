import type { Block, PageExtension, Source } from '../../../core/contract.ts';
import { FIGURES_TOPIC } from '../../leads/contract.ts';
import { newestLeads, ofProduct } from '../reports.pages.ts';

const query = { ...ofProduct, period: { from: 'query', field: 'period' } } as const;
/** All figures listen to one topic, so that they always tell of the same visits. */
const of = (route: Source['route']): Source => ({ route, query, live: FIGURES_TOPIC });

const trends: Block = {
  as: 'trends',
  source: of('reports.trends'),
  items: [
    { field: 'today', title: 'reports.trends.today', as: 'number', help: 'reports.trends.today.help' },
    { field: 'leads', title: 'reports.trends.leads', as: 'number', better: 'up', to: { page: 'reports.leads' } },
    { field: 'visits', title: 'reports.trends.visits', as: 'number', better: 'up' },
    { field: 'share', title: 'reports.trends.share', as: 'percent', better: 'up', help: 'reports.trends.share.help' },
    { field: 'revenue', title: 'reports.trends.revenue', as: 'money', better: 'up', help: 'reports.trends.spend.help' },
    { field: 'cost', title: 'reports.trends.cost', as: 'money', help: 'reports.trends.cost.help' },
    { field: 'margin', title: 'reports.trends.margin', as: 'money', better: 'up', help: 'reports.trends.margin.help' },
    { field: 'spend', title: 'reports.trends.spend', as: 'money', help: 'reports.trends.spend.help' },
    { field: 'each', title: 'reports.trends.each', as: 'money', better: 'down' },
  ],
};

const daily: Block = {
  as: 'chart',
  title: 'reports.daily.title',
  source: of('reports.daily'),
  shape: 'line',
  x: 'day',
  series: [
    { field: 'leads', title: 'reports.daily.leads' },
    { field: 'visits', title: 'reports.daily.visits' },
  ],
};

const funnel: Block = {
  as: 'funnel',
  title: 'reports.funnel.title',
  source: of('reports.funnel'),
  empty: { title: 'reports.funnel.empty', help: 'reports.funnel.empty.help' },
};

const map: Block = {
  as: 'map',
  title: 'reports.states.title',
  source: of('reports.states'),
  place: 'state',
  value: { field: 'leads', title: 'reports.trends.leads', as: 'number' },
  empty: { title: 'reports.leads.empty', help: 'reports.leads.empty.help' },
};

const ranking = (order: 'most' | 'least'): Block => ({
  as: 'ranking',
  title: `reports.clients.${order}`,
  source: of(`reports.clients-${order}`),
  key: 'id',
  name: 'name',
  value: { field: 'margin', as: 'money' },
  further: [{ field: 'revenue', title: 'reports.trends.revenue', as: 'money' }],
  line: 'line',
  state: {
    field: 'trend',
    states: {
      declining: { title: 'reports.clients.declining', severity: 'bad', help: 'reports.clients.declining.help' },
      rising: { title: 'reports.clients.rising', severity: 'good', help: 'reports.clients.rising.help' },
    },
  },
  empty: { title: 'reports.clients.empty', help: 'reports.clients.empty.help' },
});

/** What leads, visits and money say, put onto the dashboard of all products and of each. */
export const dashboardFigures: PageExtension = {
  role: 'campaigns.dashboard',
  order: 50,
  blocks: [
    trends,
    daily,
    { as: 'columns', blocks: [[ranking('most')], [ranking('least')]] },
    { as: 'columns', blocks: [[funnel], [map]] },
    newestLeads,
  ],
};
