import { type Contributions, daysBetween, defineRoute, List, ListQuery, listOf, pageOf, T } from '../../core/contract.ts';
import { productName } from '../companies/shared.ts';
import { countsByDay, dashboardDays, invoiceLines, LOOK_BACK, outcomes, overview, sum } from './figures.service.ts';
import { ReportPath, withinCompany } from './report-company.ts';

const Day = T.Object({ day: T.String(), visits: T.Integer(), leads: T.Integer() });
/** Three years of days, the leap day included. */
const THREE_YEARS = { open: LOOK_BACK, most: 1_096 };

const { Page, PerPage } = ListQuery(['count']);

/** What the dashboard shows, of one product or of all. */
export const dashboardRoutes = (from: Contributions) => {
  const product = T.Optional(productName(from));
  return [
    defineRoute({
      id: 'reports.overview',
      method: 'GET',
      path: '/reports/overview',
      summary: 'Leads today, this week and this month, and what was spent on them',
      ability: ['read', 'Report'],
      query: T.Object({ product }),
      response: T.Object({
        today: T.Integer(),
        week: T.Integer(),
        month: T.Integer(),
        before: T.Integer(),
        change: T.String(),
        visits: T.Integer(),
        /** Cents; null for those who are not to see it. */
        spend: T.Union([T.Integer(), T.Null()]),
      }),
      handler: (ctx, { query }) => overview(ctx, query),
    }),
    defineRoute({
      id: 'reports.daily',
      method: 'GET',
      path: '/reports/daily',
      summary: 'Visits and leads of each of the last 30 days',
      ability: ['read', 'Report'],
      query: T.Object({ product }),
      response: T.Object({ data: T.Array(Day) }),
      handler: async (ctx, { query }) => ({ data: await countsByDay(ctx, await dashboardDays(ctx, LOOK_BACK), query) }),
    }),
    defineRoute({
      id: 'reports.outcomes',
      method: 'GET',
      path: '/reports/outcomes',
      summary: 'What became of the visits of the last 30 days, and why',
      ability: ['read', 'Report'],
      query: T.Object({ Page, PerPage, product }),
      response: List(T.Object({ outcome: T.String(), title: T.String(), why: T.String(), count: T.Integer(), percent: T.Integer() })),
      async handler(ctx, { query: { product: of, ...query } }) {
        const rows = await outcomes(ctx, of ? { product: of } : {});
        const at = pageOf({ PerPage: 100, ...query });
        return listOf(rows.slice(at.offset, at.offset + at.perPage), rows.length, at);
      },
    }),
  ];
};

export const chartReport = defineRoute({
  id: 'reports.chart-report',
  method: 'GET',
  path: '/leadspeek/report/chart/:companyId/:clientId/:start/:end',
  summary: 'Visits and leads of a company by day',
  ability: ['read', 'Report'],
  params: ReportPath,
  response: T.Object({ data: T.Array(Day) }),
  handler(ctx, { params }) {
    const period = daysBetween(params, ctx.timezone, ctx.now, THREE_YEARS);
    return withinCompany(ctx, params, async (inner) => ({ data: await countsByDay(inner, period) }));
  },
});

export const invoiceReport = defineRoute({
  id: 'reports.invoice-report',
  method: 'GET',
  path: '/leadspeek/report/invoice/:companyId/:clientId/:start/:end',
  summary: 'Leads sold by day and campaign with their price, and what was given back for leads',
  ability: ['see-prices', 'Report'],
  params: ReportPath,
  response: T.Object({
    data: T.Array(
      T.Object({
        day: T.String(),
        campaignId: T.Union([T.Integer(), T.Null()]),
        campaign: T.String(),
        leads: T.Integer(),
        price: T.Integer(),
        amount: T.Integer(),
      }),
    ),
    leads: T.Integer(),
    /** Cents that were given back. */
    credits: T.Integer(),
    /** Cents, without what was given back. */
    total: T.Integer(),
  }),
  handler(ctx, { params }) {
    const period = daysBetween(params, ctx.timezone, ctx.now, THREE_YEARS);
    return withinCompany(ctx, params, async (inner) => {
      const data = await invoiceLines(inner, period);
      const credits = -sum(
        data.filter((line) => line.amount < 0),
        'amount',
      );
      return { data, leads: sum(data, 'leads'), credits, total: sum(data, 'amount') };
    });
  },
});
