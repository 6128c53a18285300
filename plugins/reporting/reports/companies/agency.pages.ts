import type { PageExtension } from '../../../../core/contract.ts';
import { FIGURES_TOPIC } from '../../../lead-intake/leads/contract.ts';

/** What an agency sells and what it pays for it, first on its page. */
export const agencyOverview: PageExtension = {
  role: 'companies.agency',
  order: 5,
  blocks: [],
  tabs: [
    {
      id: 'overview',
      title: 'reports.tab.overview',
      order: 10,
      blocks: [
        {
          as: 'trends',
          source: {
            route: 'reports.agency-trends',
            params: { companyId: { from: 'row', field: 'company_id' } },
            query: { period: { from: 'query', field: 'period' } },
            live: FIGURES_TOPIC,
          },
          items: [
            { field: 'leads', title: 'reports.trends.leads', as: 'number', better: 'up' },
            { field: 'volume', title: 'reports.trends.volume', as: 'money', better: 'up', help: 'reports.trends.volume.help' },
            { field: 'paid', title: 'reports.trends.paid', as: 'money', better: 'up', help: 'reports.trends.paid.help' },
            {
              field: 'margin',
              title: 'reports.trends.agency-margin',
              as: 'money',
              better: 'up',
              help: 'reports.trends.agency-margin.help',
            },
          ],
        },
      ],
    },
  ],
};
