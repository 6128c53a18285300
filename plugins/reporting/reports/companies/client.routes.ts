import { type ComparedPeriod, type Ctx, defineRoute, notFound, periodOf, T } from '../../../../core/contract.ts';
import { Clients } from '../../../tenancy/clients/contract.ts';
import { CompanyId } from '../../../foundation/companies/shared.ts';
import { Compare, ComparedDay, comparedDays } from '../compared-days.ts';
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
    summary: "Visits and leads of a client's campaigns on each day of a period, beside those of the period before where it is compared",
    ability: ['read', 'Report'],
    params: CompanyId,
    query: T.Object({ ...query.properties, compare: Compare }),
    response: T.Object({ data: T.Array(T.Object(ComparedDay)) }),
    async handler(ctx, { params, query: { period: asked, compare } }) {
      const { companyId, period } = await clientIn(ctx, params.companyId, asked);
      return { data: await comparedDays(ctx, period, { companyId }, compare) };
    },
  }),
];
