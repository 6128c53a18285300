import { type ComparedPeriod, type Ctx, defineRoute, periodOf, T } from '../../../../core/contract.ts';
import { Roles } from '../../../tenancy/roles/contract.ts';
import { Ranking } from '../dashboard/clients.ts';
import { platformTrends, rankedAgencies, supplierCosts } from './platform.service.ts';

const query = T.Object({ period: T.Optional(T.String({ maxLength: 30 })) });
const Figure = T.Object({ value: T.Integer(), before: T.Integer(), line: T.Optional(T.Array(T.Integer())) });
const None = T.Null();

/** Like the report over all agencies these figures are for operators who were granted it, which abilities do not know. */
const isGranted = (ctx: Ctx): Promise<boolean> => ctx.use(Roles).permission(ctx.actor.id, 'report_analytics');
const periodIn = (ctx: Ctx, asked: string | undefined): ComparedPeriod => periodOf(asked, ctx.timezone, ctx.now);

const ranking = (by: 'leads' | 'margin') =>
  defineRoute({
    id: `reports.platform-${by}`,
    method: 'GET',
    path: `/reports/platform/agencies/${by}`,
    summary: `Agencies with the most ${by} in a period; the margin is what they pay for leads without what was looked up for them. Money in cents.`,
    ability: ['oversee', 'Analytics'],
    query,
    response: Ranking,
    handler: async (ctx, { query: { period } }) => ({
      data: (await isGranted(ctx)) ? await rankedAgencies(ctx, periodIn(ctx, period), by) : [],
    }),
  });

/** What the root's home shows of a period, over all agencies. */
export const platformRoutes = [
  defineRoute({
    id: 'reports.platform-trends',
    method: 'GET',
    path: '/reports/platform/trends',
    summary:
      'Volume, revenue, what suppliers cost and what is left, beside the period before. Money in cents; null for who was not granted the report.',
    ability: ['oversee', 'Analytics'],
    query,
    response: T.Object({
      granted: T.Boolean(),
      ...Object.fromEntries(
        ['agencies', 'leads', 'retail', 'revenue', 'suppliers', 'margin'].map((name) => [name, T.Union([Figure, None])]),
      ),
    }),
    async handler(ctx, { query: { period } }) {
      const nothing = { agencies: null, leads: null, retail: null, revenue: null, suppliers: null, margin: null };
      if (!(await isGranted(ctx))) return { granted: false, ...nothing };
      return { granted: true, ...(await platformTrends(ctx, periodIn(ctx, period))) };
    },
  }),
  ranking('leads'),
  ranking('margin'),
  defineRoute({
    id: 'reports.platform-suppliers',
    method: 'GET',
    path: '/reports/platform/suppliers',
    summary: 'What each supplier was asked in a period, how often it knew, and what an answer cost. Money in cents, shares in percent.',
    ability: ['oversee', 'Analytics'],
    query,
    response: T.Object({
      data: T.Array(
        T.Object({
          id: T.String(),
          name: T.String(),
          asked: T.Integer(),
          rate: T.Number(),
          cost: T.Integer(),
          each: T.Integer(),
          note: T.String(),
        }),
      ),
    }),
    handler: async (ctx, { query: { period } }) => ({
      data: (await isGranted(ctx)) ? await supplierCosts(ctx, periodIn(ctx, period)) : [],
    }),
  }),
];
