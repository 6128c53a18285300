import type { PageExtension } from '../../core/contract.ts';
import { FIGURES_TOPIC } from '../leads/contract.ts';
import { newestLeads, ofProduct } from './reports.pages.ts';

/** All figures listen to one topic, so that they always tell of the same visits. */
const live = FIGURES_TOPIC;

/** What the leads of a product say, put onto its dashboard. */
export const dashboardFigures: PageExtension = {
  role: 'campaigns.dashboard',
  order: 50,
  blocks: [
    {
      as: 'stats',
      source: { route: 'reports.overview', query: ofProduct, live },
      items: [
        { field: 'today', title: 'reports.overview.today', as: 'number' },
        { field: 'week', title: 'reports.overview.week', as: 'number', help: 'reports.overview.week.help' },
        { field: 'month', title: 'reports.overview.month', as: 'number' },
        { field: 'change', title: 'reports.overview.change', as: 'text', help: 'reports.overview.change.help' },
        { field: 'spend', title: 'reports.overview.spend', as: 'money', help: 'reports.overview.spend.help' },
      ],
    },
    {
      as: 'chart',
      title: 'reports.daily.title',
      source: { route: 'reports.daily', query: ofProduct, live },
      shape: 'line',
      x: 'day',
      series: [
        { field: 'leads', title: 'reports.daily.leads' },
        { field: 'visits', title: 'reports.daily.visits' },
      ],
    },
    {
      as: 'tabs',
      tabs: [
        {
          id: 'outcomes',
          title: 'reports.outcomes.picture',
          ability: ['read', 'Report'],
          blocks: [
            {
              as: 'chart',
              title: 'reports.outcomes.title',
              source: { route: 'reports.outcomes', query: ofProduct, live },
              shape: 'funnel',
              share: 'percent',
              x: 'title',
              series: [{ field: 'count', title: 'reports.outcomes.visits' }],
            },
          ],
        },
        {
          id: 'outcomes-explained',
          title: 'reports.outcomes.explained',
          ability: ['read', 'Report'],
          blocks: [
            {
              as: 'table',
              title: 'reports.outcomes.title',
              source: { route: 'reports.outcomes', query: ofProduct, live },
              key: 'outcome',
              pageSize: 25,
              columns: [
                { field: 'title', title: 'reports.outcomes.what', as: 'text', narrow: 'first' },
                { field: 'why', title: 'reports.outcomes.why', as: 'text' },
                { field: 'count', title: 'reports.outcomes.visits', as: 'number' },
                { field: 'percent', title: 'reports.outcomes.share', as: 'progress', narrow: 'hide' },
              ],
              empty: { title: 'reports.outcomes.empty' },
            },
          ],
        },
      ],
    },
    newestLeads,
  ],
};
