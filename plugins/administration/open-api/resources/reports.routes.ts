import { defineRoute, T } from '../../../../core/contract.ts';
import { ReportFigures } from '../../../reporting/reports/contract.ts';
import { isNumberPlace, pageFrom, PageOf, CursorQuery, placeOf } from '../cursor.ts';
import { ChargeShape, DayShape, Id } from '../shapes.ts';
import { sampleCharges, sampleDays } from '../sandbox/sample-figures.ts';

const group = 'Reports';
const scope = 'reports:read';
/** Days of one call: a year and a leap day, or a quarter where each day has a line for each campaign. */
const MOST_DAYS = 366;
const MOST_CHARGED = 92;

const Day = (example: string, description: string) => T.String({ format: 'date', examples: [example], description });
const Asked = {
  from: Day('2026-09-01', 'The first day'),
  to: Day('2026-09-30', 'The last day'),
  client_id: T.Optional(Id),
  campaign_id: T.Optional(Id),
  product: T.Optional(T.String({ maxLength: 40, examples: ['local'] })),
};
interface Query {
  from: string;
  to: string;
  client_id?: number | undefined;
  campaign_id?: number | undefined;
  product?: string | undefined;
}
const spanOf = ({ from, to }: Query) => ({ first: from, last: to });
const scopeOf = ({ client_id, campaign_id, product }: Query) => ({
  ...(client_id === undefined ? {} : { clientId: client_id }),
  ...(campaign_id === undefined ? {} : { campaignId: campaign_id }),
  ...(product === undefined ? {} : { product }),
});

const days = defineRoute({
  id: 'open-api.report-days',
  method: 'GET',
  path: '/v1/reports/days',
  summary: 'Report visits and leads by day',
  ability: ['read', 'Report'],
  programs: {
    scope,
    group,
    description: `The figures of the dashboard. Days are those of the campaigns' time zones; days without anything are included. At most ${MOST_DAYS} days.`,
    sandbox: async (_ctx, { query }) => ({ data: sampleDays(query) }),
  },
  query: T.Object(Asked),
  response: T.Object({ data: T.Array(DayShape) }),
  handler: async (ctx, { query }) => ({ data: await ctx.use(ReportFigures).days(spanOf(query), scopeOf(query), MOST_DAYS) }),
});

const charges = defineRoute({
  id: 'open-api.report-charges',
  method: 'GET',
  path: '/v1/reports/charges',
  summary: 'Report charges by day and campaign',
  ability: ['see-prices', 'Report'],
  programs: {
    scope,
    group,
    description: `What clients pay for leads, and what was given back for leads, in whole US cents before taxes. At most ${MOST_CHARGED} days. \`cursor\` counts lines: ask for days that are over to read them all.`,
    async sandbox(_ctx, { query: { limit = 50, cursor, ...query } }) {
      return pageOfLines(sampleCharges(query), placeOf(cursor, isNumberPlace)?.id ?? 0, limit);
    },
  },
  query: T.Object({ ...CursorQuery, ...Asked }),
  response: PageOf(ChargeShape),
  async handler(ctx, { query: { limit = 50, cursor, ...query } }) {
    const lines = await ctx.use(ReportFigures).charges(spanOf(query), scopeOf(query), MOST_CHARGED);
    const told = lines.map(({ campaignId, priceCents, amountCents, ...line }) => ({
      ...line,
      campaign_id: campaignId,
      lead_price_cents: priceCents,
      amount_cents: amountCents,
    }));
    return pageOfLines(told, placeOf(cursor, isNumberPlace)?.id ?? 0, limit);
  },
});

const pageOfLines = <L extends object>(lines: readonly L[], behind: number, limit: number) =>
  pageFrom(lines.slice(behind, behind + limit + 1), limit, () => ({ id: behind + limit }));

export const reportRoutes = [days, charges];
