import { type Column, type Contributions, definePage, type PageDef, type TableFilter } from '../../../../core/contract.ts';
import { leadFilters } from '../lead-filters.pages.ts';
import { daysOf } from './days-of.ts';
import { fileAction, moreActions } from './report-actions.ts';

const NAMES = ['period', 'companyId', 'campaignId', 'product'] as const;
const filtersOf = (from: Contributions): TableFilter[] =>
  leadFilters(from, []).filter(({ name }) => NAMES.includes(name as (typeof NAMES)[number]));
/** The table keeps its filters in the address, where the other blocks of the page read them. */
const chosen = Object.fromEntries(NAMES.map((name) => [name, { from: 'query' as const, field: `f-${name}` }]));
const column = (field: string, as: Column['as'], more: Partial<Column> = {}): Column => ({
  field,
  title: `reports.column.${field}`,
  as,
  ...more,
});
/** The leads behind a figure. */
const leadsOf = (query: Record<string, string>): Pick<Column, 'to'> => ({
  to: {
    page: 'reports.leads',
    params: {
      ...Object.fromEntries(Object.entries(query).map(([name, field]) => [name, { from: 'row' as const, field }])),
      'f-test': { value: 'no' },
    },
  },
});
const tile = (field: string, as: 'number' | 'money') => ({ field, title: `reports.column.${field}`, as });
const spend = { report: 'spend', ability: ['see-prices', 'Report'] as const, filters: NAMES };
const byDay = { report: 'days', ability: ['export', 'Report'] as const, filters: NAMES };

const page = (def: Omit<PageDef, 'roles'>): PageDef => definePage({ ...def, roles: ['reports.figures'] });

export const figurePages = (from: Contributions): PageDef[] => [
  page({
    id: 'reports.spend-page',
    path: '/reports/spend',
    variant: { title: 'reports.spend.short', order: 10 },
    title: 'reports.spend.title',
    ability: ['see-prices', 'Report'],
    blocks: [
      daysOf('reports.spend-totals', chosen),
      {
        as: 'trends',
        source: { route: 'reports.spend-totals', query: chosen },
        items: [tile('leads', 'number'), tile('credits', 'money'), tile('total', 'money'), tile('cost', 'money'), tile('margin', 'money')],
      },
      {
        as: 'table',
        source: { route: 'reports.spend' },
        key: 'id',
        pageSize: 25,
        columns: [
          column('day', 'date', { narrow: 'first' }),
          column('client', 'text', { ability: ['choose', 'Client'], narrow: 'hide' }),
          column('campaign', 'text'),
          column('product', 'text', { narrow: 'hide' }),
          column('leads', 'number', leadsOf({ 'f-period': 'days', 'f-campaignId': 'campaignId' })),
          column('price', 'money', { narrow: 'hide' }),
          column('amount', 'money'),
          column('cost', 'money', { ability: ['rank', 'ReportClient'], narrow: 'hide' }),
          column('margin', 'money', { ability: ['rank', 'ReportClient'], narrow: 'hide' }),
        ],
        filters: filtersOf(from),
        download: fileAction(spend, 'csv'),
        more: moreActions(spend),
        empty: { title: 'reports.spend.empty', help: 'reports.spend.empty.help' },
      },
    ],
  }),
  page({
    id: 'reports.days-page',
    path: '/reports/days',
    variant: { title: 'reports.days.short', order: 20 },
    title: 'reports.days.title',
    ability: ['read', 'Report'],
    blocks: [
      daysOf('reports.days-totals', chosen),
      {
        as: 'trends',
        source: { route: 'reports.days-totals', query: chosen },
        items: [tile('visits', 'number'), tile('leads', 'number')],
      },
      {
        as: 'chart',
        title: 'reports.days.title',
        source: { route: 'reports.days-chart', query: chosen },
        shape: 'line',
        x: 'day',
        series: [
          { field: 'leads', title: 'reports.column.leads' },
          { field: 'visits', title: 'reports.column.visits' },
        ],
      },
      {
        as: 'table',
        source: { route: 'reports.days' },
        key: 'day',
        pageSize: 25,
        columns: [
          column('day', 'date', { narrow: 'first' }),
          column('visits', 'number'),
          column('leads', 'number', leadsOf({ 'f-period': 'days' })),
        ],
        filters: filtersOf(from),
        download: fileAction(byDay, 'csv'),
        more: moreActions(byDay),
        empty: { title: 'reports.spend.empty', help: 'reports.spend.empty.help' },
      },
    ],
  }),
];
