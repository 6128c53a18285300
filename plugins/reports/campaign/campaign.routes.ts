import { type Ctx, defineRoute, notFound, type Period, periodOf, T } from '../../../core/contract.ts';
import { type CampaignRules, Campaigns } from '../../campaigns/contract.ts';
import { Leads } from '../../leads/contract.ts';
import { countsByDay, type DayFigures, sum } from '../figures.service.ts';
import { creditsIn } from '../credits.ts';
import { funnelOf } from './funnel.ts';

const params = T.Object({ id: T.Integer({ minimum: 1, maximum: 2_147_483_647 }) });
const query = T.Object({ period: T.Optional(T.String({ maxLength: 30 })) });
const Figure = T.Union([T.Object({ value: T.Number(), before: T.Optional(T.Number()), line: T.Optional(T.Array(T.Number())) }), T.Null()]);

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
    response: T.Object({ visits: Figure, leads: Figure, share: Figure, spend: Figure, each: Figure }),
    async handler(ctx, { params: { id }, query: { period: asked } }) {
      const { period } = await campaignIn(ctx, id, asked);
      const now = await figuresOf(ctx, id, period);
      const before = await figuresOf(ctx, id, period.before);
      const figure = (of: (f: Figures) => number, line?: (day: DayFigures) => number) => ({
        value: of(now),
        before: of(before),
        ...(line && { line: now.days.map(line) }),
      });
      const seesPrices = ctx.can('see-prices', 'Report');
      return {
        visits: figure(
          (f) => f.visits,
          (day) => day.visits,
        ),
        leads: figure(
          (f) => f.leads,
          (day) => day.leads,
        ),
        share: figure((f) => shareOf(f.leads, f.visits)),
        spend: seesPrices
          ? figure(
              (f) => f.spend,
              (day) => day.retailCents,
            )
          : null,
        each: seesPrices ? figure((f) => (f.leads === 0 ? 0 : Math.round(f.spend / f.leads))) : null,
      };
    },
  }),
  defineRoute({
    id: 'reports.campaign-days',
    method: 'GET',
    path: '/reports/campaigns/:id/days',
    summary: 'Visits and leads of each day of a period, with how many leads a day the campaign may bring',
    ability: ['read', 'Report'],
    params,
    query,
    response: T.Object({
      data: T.Array(T.Object({ day: T.String(), visits: T.Integer(), leads: T.Integer(), limit: T.Union([T.Integer(), T.Null()]) })),
    }),
    async handler(ctx, { params: { id }, query: { period: asked } }) {
      const { rules, period } = await campaignIn(ctx, id, asked);
      const days = await countsByDay(ctx, period, { campaignId: id });
      return { data: days.map(({ day, visits, leads }) => ({ day, visits, leads, limit: rules.dailyLimit })) };
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
    response: T.Object({
      data: T.Array(
        T.Object({
          title: T.String(),
          count: T.Integer(),
          reasons: T.Array(
            T.Object({
              outcome: T.String(),
              title: T.String(),
              why: T.String(),
              count: T.Integer(),
              /** The tab of the campaign's page where that can be changed. */
              remedy: T.Union([T.String(), T.Null()]),
            }),
          ),
        }),
      ),
    }),
    async handler(ctx, { params: { id }, query: { period: asked } }) {
      const { period } = await campaignIn(ctx, id, asked);
      const { from, to, zone } = period;
      return { data: funnelOf(ctx, await ctx.use(Leads).outcomes({ campaignId: id, from, to, timezone: zone })) };
    },
  }),
];

interface Figures {
  days: DayFigures[];
  visits: number;
  leads: number;
  /** Cents, without what was given back. */
  spend: number;
}

async function figuresOf(ctx: Ctx, campaignId: CampaignRules['id'], period: Period): Promise<Figures> {
  const days = await countsByDay(ctx, period, { campaignId });
  const credits = (await creditsIn(ctx, period)).filter((credit) => credit.campaignId === campaignId);
  return { days, visits: sum(days, 'visits'), leads: sum(days, 'leads'), spend: sum(days, 'retailCents') - sum(credits, 'retailCents') };
}

/** Percent with one digit behind the point. */
const shareOf = (part: number, whole: number): number => (whole === 0 ? 0 : Math.round((1000 * part) / whole) / 10);
