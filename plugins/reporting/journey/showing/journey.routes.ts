import { defineRoute, List, notFound, pageOfAll, PageQuery, periodOf, type Static, T } from '../../../../core/contract.ts';
import { Campaigns } from '../../../campaign-management/campaigns/contract.ts';
import { Leads } from '../../../lead-intake/leads/contract.ts';
import { amountsText } from '../../reports/shared.ts';
import { linesOf } from './attribution.ts';
import { type Converted, conversionsOf, journeysOf, pagesOf } from './journeys.store.ts';
import { timelineOf } from './timeline.ts';

const LeadId = T.Object({ id: T.String({ format: 'uuid' }) });
/** Leads that converted, how often, and what that was worth by currency. */
const Figures = T.Object({ leads: T.Integer(), conversions: T.Integer(), value: T.String() });

const lead = defineRoute({
  id: 'journey.lead',
  method: 'GET',
  path: '/journey/leads/:id',
  summary: 'Where a lead came from, and what came of it',
  ability: ['read', 'JourneyLead'],
  params: LeadId,
  response: T.Object({
    lines: T.Array(
      T.Object({ title: T.String(), as: T.Enum(['text', 'number', 'time', 'link']), value: T.Union([T.String(), T.Number()]) }),
    ),
  }),
  async handler(ctx, { params }) {
    const [found] = await ctx.use(Leads).byId([params.id]);
    if (!found) throw notFound();
    const journey = (await journeysOf(ctx, [params.id])).get(params.id);
    return { lines: journey ? linesOf(ctx, journey) : [] };
  },
});

const pages = defineRoute({
  id: 'journey.pages',
  method: 'GET',
  path: '/journey/leads/:id/pages',
  summary: 'The pages that a lead looked at, in their order',
  ability: ['read', 'JourneyPage'],
  params: LeadId,
  query: T.Object(PageQuery),
  response: List(
    T.Object({
      id: T.String(),
      at: T.String(),
      page: T.String(),
      title: T.String(),
      stay: T.String(),
      source: T.String(),
      event: T.String(),
    }),
  ),
  async handler(ctx, { params, query }) {
    const [found] = await ctx.use(Leads).byId([params.id]);
    if (!found) throw notFound();
    const rows = timelineOf(ctx, await pagesOf(ctx, params.id));
    return pageOfAll(rows, query);
  },
});

const ofCampaign = defineRoute({
  id: 'journey.campaign',
  method: 'GET',
  path: '/journey/campaigns/:id',
  summary: 'Conversions of a campaign’s leads in a period of its own days',
  ability: ['read', 'JourneyPage'],
  params: T.Object({ id: T.Integer({ minimum: 1, maximum: 2_147_483_647 }) }),
  query: T.Object({ period: T.Optional(T.String({ maxLength: 30 })) }),
  response: Figures,
  async handler(ctx, { params: { id }, query: { period } }) {
    const campaign = await ctx.use(Campaigns).find(id);
    if (!campaign) throw notFound();
    const { from, to } = periodOf(period, campaign.timezone, ctx.now);
    return together(
      await conversionsOf(ctx, ctx.query('JourneyPage').where({ campaign_id: id }).where('at', '>=', from).where('at', '<', to)),
    );
  },
});

/** Conversions of all currencies together, with what they were worth in each. */
function together(rows: readonly Converted[]): Static<typeof Figures> {
  const sum = (field: 'leads' | 'conversions'): number => rows.reduce((total, row) => total + row[field], 0);
  const amounts = new Map(rows.flatMap(({ currency, amount }) => (currency === null ? [] : [[currency, Number(amount)]])));
  return { leads: sum('leads'), conversions: sum('conversions'), value: amountsText(amounts) };
}

export const journeyRoutes = [lead, pages, ofCampaign];
