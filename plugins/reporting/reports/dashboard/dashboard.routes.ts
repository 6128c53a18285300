import { type Contributions, defineRoute, T } from '../../../../core/contract.ts';
import { Products } from '../../../foundation/companies/contract.ts';
import { productName } from '../../../foundation/companies/shared.ts';
import { Leads } from '../../../lead-intake/leads/contract.ts';
import { funnelOf, FunnelSteps } from '../funnel.ts';
import { periodIn } from '../days.ts';
import { Compare, ComparedDay, comparedDays } from '../compared-days.ts';
import { Trends, trendsOf } from '../trends.ts';
import { wordsFor } from '../words.ts';
import { rankedClients, Ranking } from './clients.ts';

/** What dashboards show of a period, of one product or of all. */
export const dashboardRoutes = (from: Contributions) => {
  const product = T.Optional(productName(from));
  const period = T.Optional(T.String({ maxLength: 30 }));
  const query = T.Object({ product, period });
  const ranking = (order: 'most' | 'least') =>
    defineRoute({
      id: `reports.clients-${order}`,
      method: 'GET',
      path: `/reports/clients/${order}`,
      summary: `Clients with the ${order} margin in a period. Money in cents.`,
      ability: ['rank', 'ReportClient'],
      query,
      response: Ranking,
      async handler(ctx, { query: { period: asked, ...of } }) {
        return { data: await rankedClients(ctx, await periodIn(ctx, asked), of, order) };
      },
    });
  return [
    defineRoute({
      id: 'reports.trends',
      method: 'GET',
      path: '/reports/trends',
      summary: 'Visits, leads and money of a period, beside the period before. Money in cents, shares in percent.',
      ability: ['read', 'Report'],
      query,
      response: Trends,
      async handler(ctx, { query: { period: asked, ...of } }) {
        return trendsOf(ctx, of, await periodIn(ctx, asked));
      },
    }),
    defineRoute({
      id: 'reports.daily',
      method: 'GET',
      path: '/reports/daily',
      summary: 'Visits and leads of each day of a period, beside those of the period before where it is compared',
      ability: ['read', 'Report'],
      query: T.Object({ product, period, compare: Compare }),
      response: T.Object({ data: T.Array(T.Object(ComparedDay)) }),
      async handler(ctx, { query: { period: asked, compare, ...of } }) {
        return { data: await comparedDays(ctx, await periodIn(ctx, asked), of, compare) };
      },
    }),
    defineRoute({
      id: 'reports.funnel',
      method: 'GET',
      path: '/reports/funnel',
      summary: 'From everything that was seen in a period to leads, with why some did not get further',
      ability: ['read', 'Report'],
      query,
      response: FunnelSteps,
      async handler(ctx, { query: { period: asked, ...of } }) {
        const { from: start, to, zone } = await periodIn(ctx, asked);
        return {
          data: funnelOf(ctx, await ctx.use(Leads).outcomes({ ...of, from: start, to, timezone: zone }), wordsFor(ctx, of.product)),
        };
      },
    }),
    defineRoute({
      id: 'reports.states',
      method: 'GET',
      path: '/reports/states',
      summary: 'Leads of a period by the state in which their people live',
      ability: ['read', 'Report'],
      query,
      response: T.Object({ data: T.Array(T.Object({ state: T.String(), leads: T.Integer() })) }),
      async handler(ctx, { query: { period: asked, ...of } }) {
        const { from: start, to, zone } = await periodIn(ctx, asked);
        return { data: await ctx.use(Leads).states({ ...of, from: start, to, timezone: zone }) };
      },
    }),
    defineRoute({
      id: 'reports.product-days',
      method: 'GET',
      path: '/reports/product-days',
      summary:
        'Leads of each day of a period, a field for each product that is offered, and of them all in the period before where it is compared',
      ability: ['read', 'Report'],
      query: T.Object({ period, compare: Compare }),
      response: T.Object({ data: T.Array(T.Record(T.String(), T.Union([T.String(), T.Integer(), T.Null()]))) }),
      async handler(ctx, { query: { period: asked, compare } }) {
        const within = await periodIn(ctx, asked);
        const { from: start, to, zone } = within;
        const counted = await ctx.use(Leads).productDays({ from: start, to, timezone: zone });
        const leads = new Map(counted.map((count) => [`${count.day} ${count.product}`, count.leads]));
        const offered = ctx.contributions(Products).filter(({ product: one }) => ctx.isOffered(one));
        const compared = await comparedDays(ctx, within, {}, compare);
        return {
          data: compared.map(({ day, leadsBefore }) => ({
            day,
            ...(leadsBefore !== undefined && { before: leadsBefore }),
            ...Object.fromEntries(offered.map(({ product: one }) => [one, leads.get(`${day} ${one}`) ?? 0])),
          })),
        };
      },
    }),
    ranking('most'),
    ranking('least'),
  ];
};
