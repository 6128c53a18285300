import type { Binding, PageExtension, Source } from '../../../../core/contract.ts';
import { FIGURES_TOPIC } from '../../../lead-intake/leads/contract.ts';

const period: Record<string, Binding> = { period: { from: 'query', field: 'period' } };
const of = (route: Source['route']): Source => ({
  route,
  params: { companyId: { from: 'row', field: 'company_id' } },
  query: period,
  live: FIGURES_TOPIC,
});

/** What a client's campaigns brought together, first on its page. */
export const clientOverview: PageExtension = {
  role: 'companies.client',
  order: 10,
  blocks: [],
  tabs: [
    {
      id: 'overview',
      title: 'reports.tab.overview',
      order: 10,
      ability: ['read', 'Report'],
      blocks: [
        {
          as: 'trends',
          source: of('reports.client-trends'),
          items: [
            { field: 'today', title: 'reports.trends.today', as: 'number', help: 'reports.trends.today.help' },
            { field: 'leads', title: 'reports.trends.leads', as: 'number', better: 'up' },
            { field: 'visits', title: 'reports.trends.visits', as: 'number', better: 'up' },
            { field: 'share', title: 'reports.trends.share', as: 'percent', better: 'up' },
            { field: 'revenue', title: 'reports.trends.spend', as: 'money', better: 'up', help: 'reports.trends.spend.help' },
            { field: 'margin', title: 'reports.trends.margin', as: 'money', better: 'up', help: 'reports.trends.margin.help' },
          ],
        },
        {
          as: 'chart',
          title: 'reports.daily.title',
          source: { ...of('reports.client-days'), query: { ...period, compare: { from: 'query', field: 'compare' } } },
          shape: 'line',
          x: 'day',
          series: [
            { field: 'leads', title: 'reports.daily.leads', before: 'leadsBefore' },
            { field: 'visits', title: 'reports.trends.visits', before: 'visitsBefore' },
          ],
        },
      ],
    },
  ],
};
