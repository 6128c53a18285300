import type { Block, PageExtension, Source } from '../../../../core/contract.ts';
import { FIGURES_TOPIC } from '../../../lead-intake/leads/contract.ts';

const of = (route: Source['route']): Source => ({
  route,
  query: { period: { from: 'query', field: 'period' } },
  live: FIGURES_TOPIC,
});

const trends: Block = {
  as: 'trends',
  source: of('reports.platform-trends'),
  items: [
    { field: 'agencies', title: 'reports.platform.agencies', as: 'number', better: 'up', help: 'reports.platform.agencies.help' },
    { field: 'leads', title: 'reports.trends.leads', as: 'number', better: 'up' },
    { field: 'retail', title: 'reports.platform.retail', as: 'money', help: 'reports.platform.retail.help' },
    { field: 'revenue', title: 'reports.platform.revenue', as: 'money', better: 'up', help: 'reports.platform.revenue.help' },
    { field: 'suppliers', title: 'reports.platform.suppliers', as: 'money', help: 'reports.platform.suppliers.help' },
    { field: 'margin', title: 'reports.trends.margin', as: 'money', better: 'up', help: 'reports.platform.margin.help' },
  ],
};

const ranking = (by: 'leads' | 'margin'): Block => ({
  as: 'ranking',
  title: `reports.platform.by-${by}`,
  source: of(`reports.platform-${by}`),
  key: 'id',
  name: 'name',
  value: { field: by, as: by === 'margin' ? 'money' : 'number' },
  further:
    by === 'margin'
      ? [{ field: 'revenue', title: 'reports.trends.revenue', as: 'money' }]
      : [{ field: 'margin', title: 'reports.trends.margin', as: 'money' }],
  line: 'line',
  state: {
    field: 'trend',
    states: {
      declining: { title: 'reports.clients.declining', severity: 'bad', help: 'reports.clients.declining.help' },
      rising: { title: 'reports.clients.rising', severity: 'good', help: 'reports.clients.rising.help' },
    },
  },
  to: { role: 'companies.agency-list', params: { q: { from: 'row', field: 'name' } } },
  empty: { title: 'reports.platform.empty', help: 'reports.platform.empty.help' },
});

const suppliers: Block = {
  as: 'ranking',
  title: 'reports.platform.suppliers.title',
  source: of('reports.platform-suppliers'),
  key: 'id',
  name: 'name',
  note: 'note',
  value: { field: 'cost', as: 'money' },
  further: [
    { field: 'asked', title: 'reports.platform.asked', as: 'number' },
    { field: 'rate', title: 'reports.platform.rate', as: 'percent' },
    { field: 'each', title: 'reports.platform.each', as: 'money' },
  ],
  empty: { title: 'reports.platform.suppliers.empty' },
};

/** The root's home: agencies by volume and margin, and what suppliers cost. */
export const platformHome: PageExtension = {
  role: 'campaigns.dashboard',
  where: { product: '' },
  order: 45,
  blocks: [
    {
      as: 'group',
      source: of('reports.platform-trends'),
      when: { field: 'granted', is: true },
      blocks: [trends, { as: 'columns', blocks: [[ranking('leads')], [ranking('margin')]] }, suppliers],
    },
  ],
};
