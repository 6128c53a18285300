import { type Block, type Contributions, type Ctx, defineRoute, type PageExtension, T } from '../../../../core/contract.ts';
import { Campaigns } from '../../../campaign-management/campaigns/contract.ts';
import { productName } from '../../../foundation/companies/shared.ts';
import { FIGURES_TOPIC } from '../../../lead-intake/leads/contract.ts';
import { periodIn, sinceBegun } from '../../reports/shared.ts';

const KINDS = ['page', 'source'] as const;
type Kind = (typeof KINDS)[number];
/** So many of them are shown. */
const MOST = 8;

interface Origin {
  name: string;
  leads: number;
}

/** The pages to which most leads came first, or where they came from, from the day `first` to `last`. */
async function topOf(ctx: Ctx, kind: Kind, { first, last }: { first: string; last: string }, product?: string): Promise<Origin[]> {
  const found = ctx.query('JourneyOrigin').where({ kind }).whereBetween('day', [first, last]);
  if (product) void found.whereIn('campaign_id', ctx.use(Campaigns).ids({ product }));
  return (await found
    .groupBy('name')
    .orderByRaw('sum(leads) desc, name')
    .limit(MOST)
    .select('name', ctx.db.raw('sum(leads)::int as leads'))) as Origin[];
}

/** The rankings, one route for each kind. */
export const originRoutes = (from: Contributions) =>
  KINDS.map((kind) =>
    defineRoute({
      id: `journey.top-${kind}s`,
      method: 'GET',
      path: `/journey/top-${kind}s`,
      summary: `Leads of a period by the ${kind} of their first visit, by the campaign's day on which they became known`,
      ability: ['read', 'JourneyOrigin'],
      query: T.Object({ product: T.Optional(productName(from)), period: T.Optional(T.String({ maxLength: 30 })) }),
      response: T.Object({ data: T.Array(T.Object({ id: T.String(), name: T.String(), leads: T.Integer() })) }),
      async handler(ctx, { query: { product, period } }) {
        const top = await topOf(ctx, kind, await periodIn(ctx, period), product);
        return { data: top.map(({ name, leads }) => ({ id: name, name: name || ctx.t(`journey.top.${kind}.none`), leads })) };
      },
    }),
  );

const ranking = (kind: Kind): Block => ({
  as: 'ranking',
  title: `journey.top.${kind}`,
  source: {
    route: `journey.top-${kind}s`,
    query: { product: { from: 'page', field: 'product' }, period: { from: 'query', field: 'period' } },
    live: FIGURES_TOPIC,
  },
  key: 'id',
  name: 'name',
  value: { field: 'leads', as: 'number' },
  empty: { title: 'journey.top.empty', help: 'journey.top.empty.help' },
});

/** Beneath the figures of a dashboard. */
export const originsOnDashboard = (product: string): PageExtension => ({
  role: 'campaigns.dashboard',
  where: { product },
  order: 51,
  blocks: [sinceBegun([{ as: 'columns', blocks: [[ranking('page')], [ranking('source')]] }])],
});
