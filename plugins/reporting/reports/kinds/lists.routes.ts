import { type Contributions, type Ctx, defineRoute, List, listOf, pageOf, PageQuery, type Period, T } from '../../../../core/contract.ts';
import { ANY_LENGTH, namedPeriod, periodIn, zoneText } from '../days.ts';
import { countsByDay, invoiceTotals, sum } from '../figures.service.ts';
import { type AskedReport, factsOf, Id, PeriodField } from './kind.ts';
import { scopeFields, scopeOf, seesCost, THREE_YEARS } from './spend.kind.ts';
import { spendPage } from './spend-page.ts';

const Money = T.Union([T.Integer(), T.Null()]);

/** Of which days, and whose: shown above every report. */
export const Days = { period: T.String(), zone: T.String() };
export async function shownDays(ctx: Ctx, period: Period | null, { campaignId }: AskedReport) {
  const [days] = await factsOf(ctx, period, []);
  return { period: days!.value, zone: await zoneText(ctx, campaignId === undefined ? undefined : Number(campaignId)) };
}
const daysOf = (ctx: Ctx, asked: AskedReport): Promise<Period> => periodIn(ctx, asked.period, THREE_YEARS);

/** The reports of figures, as pages show them: the same lines as in their files. */
export const figureRoutes = (from: Contributions) => {
  const filters = { ...scopeFields(from), period: PeriodField };
  return [
    defineRoute({
      id: 'reports.shown-days',
      method: 'GET',
      path: '/reports/shown-days',
      summary: 'Of which days a list of leads is, and in which time zone they are counted',
      ability: ['read', 'Report'],
      query: T.Object({ period: PeriodField, campaignId: Id }),
      response: T.Object(Days),
      handler: async (ctx, { query }) =>
        shownDays(ctx, query.period ? await periodIn(ctx, namedPeriod(query.period), ANY_LENGTH) : null, query),
    }),
    defineRoute({
      id: 'reports.spend-totals',
      method: 'GET',
      path: '/reports/spend/totals',
      summary: 'What a spend report comes to. Money in cents; what the agency pays for its leads is shown to the agency alone.',
      ability: ['see-prices', 'Report'],
      query: T.Object(filters),
      response: T.Object({ ...Days, leads: T.Integer(), credits: T.Integer(), total: T.Integer(), cost: Money, margin: Money }),
      async handler(ctx, { query }) {
        const period = await daysOf(ctx, query);
        const { cost, ...sums } = await invoiceTotals(ctx, period, scopeOf(query));
        const own = seesCost(ctx) ? { cost, margin: sums.total - cost } : { cost: null, margin: null };
        return { ...(await shownDays(ctx, period, query)), ...sums, ...own };
      },
    }),
    defineRoute({
      id: 'reports.spend',
      method: 'GET',
      path: '/reports/spend',
      summary: 'What was sold and given back, by day and campaign, the newest days first. Money in cents.',
      ability: ['see-prices', 'Report'],
      query: T.Object({ ...PageQuery, ...filters }),
      response: List(
        T.Object({
          id: T.String(),
          day: T.String(),
          campaignId: T.Union([T.Integer(), T.Null()]),
          campaign: T.String(),
          client: T.String(),
          product: T.String(),
          leads: T.Integer(),
          price: T.Integer(),
          amount: T.Integer(),
          cost: Money,
          margin: Money,
          /** The day as a period, for the list of its leads. */
          days: T.String(),
        }),
      ),
      async handler(ctx, { query }) {
        const at = pageOf(query);
        const { lines, total, isLeast } = await spendPage(ctx, await daysOf(ctx, query), scopeOf(query), at);
        const costs = seesCost(ctx);
        const rows = lines.map((line, n) => ({
          ...line,
          id: `${at.offset + n}`,
          product: line.product && ctx.named(line.product).name,
          cost: costs ? line.cost : null,
          margin: costs ? line.amount - line.cost : null,
          days: `${line.day}..${line.day}`,
        }));
        return listOf(rows, total, at, isLeast);
      },
    }),
    defineRoute({
      id: 'reports.days-totals',
      method: 'GET',
      path: '/reports/days/totals',
      summary: 'Visits and leads of a period',
      ability: ['read', 'Report'],
      query: T.Object(filters),
      response: T.Object({ ...Days, visits: T.Integer(), leads: T.Integer() }),
      async handler(ctx, { query }) {
        const period = await daysOf(ctx, query);
        const days = await countsByDay(ctx, period, scopeOf(query));
        return { ...(await shownDays(ctx, period, query)), visits: sum(days, 'visits'), leads: sum(days, 'leads') };
      },
    }),
    defineRoute({
      id: 'reports.days-chart',
      method: 'GET',
      path: '/reports/days/chart',
      summary: 'Visits and leads of every day of a period, the oldest first',
      ability: ['read', 'Report'],
      query: T.Object(filters),
      response: T.Object({ data: T.Array(T.Object({ day: T.String(), visits: T.Integer(), leads: T.Integer() })) }),
      async handler(ctx, { query }) {
        const days = await countsByDay(ctx, await daysOf(ctx, query), scopeOf(query));
        return { data: days.map(({ day, visits, leads }) => ({ day, visits, leads })) };
      },
    }),
    defineRoute({
      id: 'reports.days',
      method: 'GET',
      path: '/reports/days',
      summary: 'Visits and leads of every day of a period, the newest first',
      ability: ['read', 'Report'],
      query: T.Object({ ...PageQuery, ...filters }),
      response: List(T.Object({ day: T.String(), visits: T.Integer(), leads: T.Integer(), days: T.String() })),
      async handler(ctx, { query }) {
        const at = pageOf(query);
        const all = (await countsByDay(ctx, await daysOf(ctx, query), scopeOf(query))).toReversed();
        const rows = all
          .slice(at.offset, at.offset + at.perPage)
          .map(({ day, visits, leads }) => ({ day, visits, leads, days: `${day}..${day}` }));
        return listOf(rows, all.length, at);
      },
    }),
  ];
};
