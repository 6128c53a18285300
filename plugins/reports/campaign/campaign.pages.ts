import type { Contributions, PageExtension } from '../../../core/contract.ts';
import { FIGURES_TOPIC } from '../../leads/contract.ts';
import { leadsTable } from '../reports.pages.ts';

const ofCampaign = {
  params: { id: { from: 'row', field: 'leadspeek_api_id' } },
  query: { period: { from: 'query', field: 'period' } },
} as const;

/** What a campaign has brought, and its leads. */
export const campaignTabs = (from: Contributions): PageExtension => ({
  role: 'campaigns.campaign',
  order: 10,
  blocks: [],
  tabs: [
    {
      id: 'results',
      title: 'reports.tab.results',
      order: 10,
      ability: ['read', 'Report'],
      blocks: [
        {
          as: 'trends',
          source: { route: 'reports.campaign-trends', ...ofCampaign, live: FIGURES_TOPIC },
          items: [
            { field: 'today', title: 'reports.trends.today', as: 'number', help: 'reports.trends.today.help' },
            { field: 'leads', title: 'reports.trends.leads', as: 'number', better: 'up' },
            { field: 'visits', title: 'reports.trends.visits', as: 'number', better: 'up' },
            { field: 'share', title: 'reports.trends.share', as: 'percent', better: 'up', help: 'reports.trends.share.help' },
            { field: 'revenue', title: 'reports.trends.revenue', as: 'money', better: 'up', help: 'reports.trends.spend.help' },
            { field: 'margin', title: 'reports.trends.margin', as: 'money', better: 'up' },
            { field: 'spend', title: 'reports.trends.spend', as: 'money', help: 'reports.trends.spend.help' },
            { field: 'each', title: 'reports.trends.each', as: 'money', better: 'down' },
          ],
        },
        {
          as: 'chart',
          title: 'reports.daily.title',
          source: { route: 'reports.campaign-days', ...ofCampaign, live: FIGURES_TOPIC },
          shape: 'line',
          x: 'day',
          series: [
            { field: 'leads', title: 'reports.daily.leads' },
            { field: 'visits', title: 'reports.trends.visits' },
          ],
          limit: { field: 'limit', title: 'reports.daily.limit' },
        },
        {
          as: 'funnel',
          title: 'reports.funnel.title',
          source: { route: 'reports.campaign-funnel', ...ofCampaign, live: FIGURES_TOPIC },
          empty: { title: 'reports.funnel.empty', help: 'reports.funnel.empty.help' },
        },
      ],
    },
    {
      id: 'leads',
      title: 'reports.leads.title',
      order: 30,
      ability: ['read', 'Report'],
      blocks: [leadsTable(from, { campaignId: { from: 'row', field: 'leadspeek_api_id' } })],
    },
  ],
});
