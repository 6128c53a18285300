import { type Ctx, defineRoute, notFound, periodOf, T } from '../../../../core/contract.ts';
import { Campaigns } from '../../../campaign-management/campaigns/contract.ts';
import { Leads } from '../../../lead-intake/leads/contract.ts';
import { Compare, ComparedDay, comparedDays } from '../compared-days.ts';
import { funnelOf, FunnelSteps } from '../funnel.ts';
import { Trends, trendsOf } from '../trends.ts';
import { wordsFor } from '../words.ts';

const params = T.Object({ id: T.Integer({ minimum: 1, maximum: 2_147_483_647 }) });
const query = T.Object({ period: T.Optional(T.String({ maxLength: 30 })) });

/** The campaign within the caller's sight, and its period in its own days. */
async function campaignIn(ctx: Ctx, id: number, period: string | undefined) {
  const rules = (await ctx.use(Campaigns).rules([id])).get(id);
  if (!rules) throw notFound();
  return { rules, period: periodOf(period, rules.timezone, ctx.now) };
}

export const campaignReportRoutes = [
  defineRoute({
    id: 'reports.campaign-trends',
    method: 'GET',
    path: '/reports/campaigns/:id/trends',
    summary: 'Visits, leads and what they cost in a period, beside the period before. Money in cents, shares in percent.',
    ability: ['read', 'Report'],
    params,
    query,
    response: Trends,
    async handler(ctx, { params: { id }, query: { period: asked } }) {
      const { period } = await campaignIn(ctx, id, asked);
      return trendsOf(ctx, { campaignId: id }, period);
    },
  }),
  defineRoute({
    id: 'reports.campaign-days',
    method: 'GET',
    path: '/reports/campaigns/:id/days',
    summary:
      'Visits and leads of each day of a period, with how many leads a day the campaign may bring; beside those of the period before where it is compared',
    ability: ['read', 'Report'],
    params,
    query: T.Object({ ...query.properties, compare: Compare }),
    response: T.Object({ data: T.Array(T.Object({ ...ComparedDay, limit: T.Union([T.Integer(), T.Null()]) })) }),
    async handler(ctx, { params: { id }, query: { period: asked, compare } }) {
      const { rules, period } = await campaignIn(ctx, id, asked);
      const days = await comparedDays(ctx, period, { campaignId: id }, compare);
      return { data: days.map((day) => ({ ...day, limit: rules.dailyLimit })) };
    },
  }),
  defineRoute({
    id: 'reports.campaign-funnel',
    method: 'GET',
    path: '/reports/campaigns/:id/funnel',
    summary: 'From everything that was seen in a period to leads, with why some did not get further',
    ability: ['read', 'Report'],
    params,
    query,
    response: FunnelSteps,
    async handler(ctx, { params: { id }, query: { period: asked } }) {
      const { rules, period } = await campaignIn(ctx, id, asked);
      const { from, to, zone } = period;
      return {
        data: funnelOf(ctx, await ctx.use(Leads).outcomes({ campaignId: id, from, to, timezone: zone }), wordsFor(ctx, rules.product)),
      };
    },
  }),
];
