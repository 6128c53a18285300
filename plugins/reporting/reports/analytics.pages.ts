import { type Column, type Contributions, definePage, type MenuDef } from '../../../core/contract.ts';
import { daysOf } from './kinds/days-of.ts';
import { moreActions } from './kinds/report-actions.ts';
import { installedProducts } from '../../foundation/companies/shared.ts';

/** The table keeps its filters in the address, where the other blocks of the page read them. */
const chosen = { period: { from: 'query' as const, field: 'f-period' }, product: { from: 'query' as const, field: 'f-product' } };
const fromTable = (field: string) => ({ from: 'table' as const, field });

const FIGURES: { field: string; as: Column['as']; help?: true; sort?: false }[] = [
  { field: 'leads', as: 'number' },
  { field: 'visits', as: 'number' },
  { field: 'conversion', as: 'number', help: true },
  { field: 'conversions', as: 'number', help: true },
  { field: 'conversionValue', as: 'amounts', help: true, sort: false },
  { field: 'retail', as: 'money', help: true },
  { field: 'wholesale', as: 'money', help: true },
];

export const analyticsPage = (from: Contributions) =>
  definePage({
    id: 'reports.analytics',
    path: '/configuration/report-analytics',
    title: 'reports.analytics.title',
    ability: ['read', 'Analytics'],
    blocks: [
      daysOf('reports.analytics-totals', chosen),
      {
        as: 'stats',
        title: 'reports.analytics.totals',
        source: { route: 'reports.analytics-totals', query: chosen },
        items: FIGURES.map(({ field, as, help }) => ({
          field,
          title: `reports.analytics.${field}`,
          as,
          ...(help ? { help: `reports.analytics.${field}.help` } : {}),
        })),
      },
      {
        as: 'table',
        title: 'reports.analytics.by-agency',
        source: { route: 'reports.analytics' },
        key: 'id',
        pageSize: 10,
        search: true,
        columns: [
          {
            field: 'agency',
            title: 'reports.analytics.agency',
            as: 'text',
            sort: true,
            narrow: 'first',
            to: { role: 'companies.agency-list', params: { q: { from: 'row', field: 'agency' } } },
          },
          ...FIGURES.map(({ field, as, sort = true }) => ({
            field,
            title: `reports.analytics.${field}`,
            as,
            ...(sort && { sort: true as const }),
          })),
        ],
        filters: [
          { name: 'period', title: 'reports.analytics.period', as: 'period' },
          {
            name: 'product',
            title: 'reports.analytics.product',
            options: installedProducts(from).map(({ product }) => ({ value: product, title: `name:${product}` })),
          },
        ],
        download: {
          id: 'reports.analytics-download',
          title: 'reports.leads.download',
          icon: 'download',
          ability: ['read', 'Analytics'],
          do: {
            download: 'reports.analytics-csv',
            query: { period: fromTable('period'), product: fromTable('product'), search: fromTable('search') },
          },
        },
        more: moreActions({ report: 'analytics', ability: ['read', 'Analytics'], filters: ['period', 'product', 'search'] }),
        empty: { title: 'reports.analytics.empty', help: 'reports.analytics.empty.help' },
      },
      {
        as: 'chart',
        title: 'reports.analytics.by-day',
        source: { route: 'reports.analytics-days', query: chosen },
        shape: 'line',
        x: 'day',
        series: [
          { field: 'leads', title: 'reports.analytics.leads' },
          { field: 'visits', title: 'reports.analytics.visits' },
        ],
      },
    ],
  });

export const analyticsMenu: MenuDef = {
  id: 'reports.analytics-menu',
  parent: 'core.menu-records',
  title: 'reports.analytics.title',
  icon: 'report-analytics',
  order: 72,
  ability: ['read', 'Analytics'],
  page: 'reports.analytics',
};
