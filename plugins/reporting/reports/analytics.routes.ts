import { type Contributions, defineRoute, List, ListQuery, T } from '../../../core/contract.ts';
import { productName } from '../../foundation/companies/shared.ts';
import { ANALYTICS_SORTS, analyticsDays, analyticsPageOf, analyticsPeriod, analyticsTotals } from './analytics.service.ts';
import { Days, shownDays } from './kinds/lists.routes.ts';

const filterOf = (from: Contributions) => ({
  /** A name of a period, or `2026-10-01..2026-10-31`. */
  period: T.Optional(T.String({ maxLength: 30 })),
  product: T.Optional(productName(from)),
});
const Figures = {
  visits: T.Integer(),
  leads: T.Integer(),
  conversion: T.Number(),
  conversions: T.Integer(),
  /** Each currency by itself, as people read it. */
  conversionValue: T.String(),
  /** Cents. */
  retail: T.Integer(),
  wholesale: T.Integer(),
};
const { search, ...Order } = ListQuery(ANALYTICS_SORTS);

export function analyticsRoutes(from: Contributions) {
  const Filter = filterOf(from);
  return [
    defineRoute({
      id: 'reports.analytics-totals',
      method: 'GET',
      path: '/reports/analytics/totals',
      summary: 'Visits, leads and spend of all agencies together',
      ability: ['read', 'Analytics'],
      query: T.Object(Filter),
      response: T.Object({ ...Days, ...Figures }),
      handler: async (ctx, { query }) => ({
        ...(await shownDays(ctx, await analyticsPeriod(ctx, query), {})),
        ...(await analyticsTotals(ctx, query)),
      }),
    }),
    defineRoute({
      id: 'reports.analytics-days',
      method: 'GET',
      path: '/reports/analytics/days',
      summary: 'Visits and leads of all agencies by day',
      ability: ['read', 'Analytics'],
      query: T.Object(Filter),
      response: T.Object({ data: T.Array(T.Object({ day: T.String(), visits: T.Integer(), leads: T.Integer() })) }),
      handler: async (ctx, { query }) => ({ data: await analyticsDays(ctx, query) }),
    }),
    defineRoute({
      id: 'reports.analytics',
      method: 'GET',
      path: '/reports/analytics',
      summary: 'Visits, leads and spend of each agency',
      ability: ['read', 'Analytics'],
      query: T.Object({ ...Order, search, ...Filter }),
      response: List(T.Object({ id: T.Integer(), agency: T.String(), ...Figures })),
      handler: (ctx, { query }) => analyticsPageOf(ctx, query, query),
    }),
  ];
}
