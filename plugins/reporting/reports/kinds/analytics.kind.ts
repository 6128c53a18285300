import { type Contributions, type Ctx, ListQuery, shownCount, shownMoney, T } from '../../../../core/contract.ts';
import type { Product } from '../../../foundation/companies/contract.ts';
import { productName } from '../../../foundation/companies/shared.ts';
import { analyticsPeriod, analyticsTotals, type AnalyticsFilter, orderedAgencies } from '../analytics.service.ts';
import type { ReportColumn } from '../files/report.ts';
import { type AskedReport, factsOf, type ReportKind } from './kind.ts';
import { narrowedTexts } from './narrowed.ts';

const COLUMNS = [
  ['agency', 'text'],
  ['visits', 'number'],
  ['leads', 'number'],
  ['conversion', 'percent'],
  ['conversions', 'number'],
  ['conversionValue', 'amounts'],
  ['retail', 'money'],
  ['wholesale', 'money'],
] as const;

const filterOf = ({ period, product }: AskedReport): AnalyticsFilter => ({
  ...(period !== undefined && { period }),
  ...(product !== undefined && { product: product as Product }),
});

/** Report analytics: what each agency brought. */
export const analyticsKind = (from: Contributions): ReportKind => ({
  name: 'analytics',
  title: 'reports.analytics.title',
  ability: ['read', 'Analytics'],
  filters: { product: T.Optional(productName(from)), search: ListQuery([]).search },
  address: '/configuration/report-analytics',
  async of(ctx: Ctx, asked, most, tooLong) {
    const search = asked['search'] === undefined ? {} : { search: String(asked['search']) };
    const agencies = await orderedAgencies(ctx, filterOf(asked), search);
    if (agencies.length > most) throw tooLong();
    const all = await analyticsTotals(ctx, filterOf(asked), search);
    const columns = COLUMNS.map(([field, as]): ReportColumn => ({
      title: ctx.t(`reports.csv.${field === 'conversionValue' ? 'conversion-value' : field}`),
      as,
      onPaper: true,
    }));
    const figure = (field: string, value: string) => ({ label: ctx.t(`reports.analytics.${field}`), value });
    return {
      title: ctx.t('reports.analytics.title'),
      facts: await factsOf(ctx, await analyticsPeriod(ctx, filterOf(asked)), await narrowedTexts(ctx, asked)),
      figures: [
        figure('visits', shownCount(all.visits)),
        figure('leads', shownCount(all.leads)),
        figure('retail', shownMoney(all.retail)),
        figure('wholesale', shownMoney(all.wholesale)),
      ],
      columns,
      rows: agencies.map((agency) => COLUMNS.map(([field]) => agency[field])),
      totals: COLUMNS.map(([field]) => (field === 'agency' ? ctx.t('reports.file.total') : all[field])),
      timezone: ctx.timezone,
    };
  },
});
