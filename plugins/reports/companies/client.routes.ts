import { type ComparedPeriod, type Ctx, defineRoute, notFound, periodOf, T } from '../../../core/contract.ts';
import { Clients } from '../../clients/contract.ts';
import { CompanyId } from '../../companies/shared.ts';
import { countsByDay } from '../figures.service.ts';
import { Trends, trendsOf } from '../trends.ts';

const query = T.Object({ period: T.Optional(T.String({ maxLength: 30 })) });

/** The client within the caller's sight, and its period in its own days. */
async function clientIn(ctx: Ctx, companyId: number, asked: string | undefined): Promise<{ companyId: number; period: ComparedPeriod }> {
  const client = await ctx.use(Clients).find(companyId);
  if (!client) throw notFound();
  return { companyId, period: periodOf(asked, client.timezone, ctx.now) };
}

/** What the page of one client shows of its leads. */
export const clientReportRoutes = [
  defineRoute({
    id: 'reports.client-trends',
    method: 'GET',
    path: '/reports/clients/:companyId/trends',
    summary: "Visits, leads and money of a client's campaigns in a period, beside the period before. Money in cents, shares in percent.",
    ability: ['read', 'Report'],
    params: CompanyId,
    query,
    response: Trends,
    async handler(ctx, { params, query: { period: asked } }) {
      const { companyId, period } = await clientIn(ctx, params.companyId, asked);
      return trendsOf(ctx, { companyId }, period);
    },
  }),
  defineRoute({
    id: 'reports.client-days',
    method: 'GET',
    path: '/reports/clients/:companyId/days',
    summary: "Visits and leads of a client's campaigns on each day of a period",
    ability: ['read', 'Report'],
    params: CompanyId,
    query,
    response: T.Object({ data: T.Array(T.Object({ day: T.String(), visits: T.Integer(), leads: T.Integer() })) }),
    async handler(ctx, { params, query: { period: asked } }) {
      const { companyId, period } = await clientIn(ctx, params.companyId, asked);
      const days = await countsByDay(ctx, period, { companyId });
      return { data: days.map(({ day, visits, leads }) => ({ day, visits, leads })) };
    },
  }),
];
