import { type Ctx, daysBetween, defineRoute, type Period, T } from '../../../core/contract.ts';
import { furthestZone } from './days.ts';
import { countsByDay, invoiceLines } from './figures.service.ts';
import { sumsOf } from './kinds/spend.kind.ts';
import { ReportPath, withinCompany } from './report-company.ts';

const Day = T.Object({ day: T.String(), visits: T.Integer(), leads: T.Integer() });
/** Three years of days, the leap day included. */
const THREE_YEARS = { open: 30, most: 1_096 };
/** In the days of the campaigns. */
const daysOf = async (ctx: Ctx, asked: { start?: string; end?: string }): Promise<Period> =>
  daysBetween(asked, await furthestZone(ctx), ctx.now, THREE_YEARS);

export const chartReport = defineRoute({
  id: 'reports.chart-report',
  method: 'GET',
  path: '/leadspeek/report/chart/:companyId/:clientId/:start/:end',
  summary: 'Visits and leads of a company by day',
  ability: ['read', 'Report'],
  params: ReportPath,
  response: T.Object({ data: T.Array(Day) }),
  handler(ctx, { params }) {
    return withinCompany(ctx, params, async (inner) => ({ data: await countsByDay(inner, await daysOf(inner, params)) }));
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
        client: T.String(),
        product: T.String(),
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
    return withinCompany(ctx, params, async (inner) => {
      const data = await invoiceLines(inner, await daysOf(inner, params));
      const { leads, credits, total } = sumsOf(data);
      return { data, leads, credits, total };
    });
  },
});
