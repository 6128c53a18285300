import { type Ctx, defineRoute, invalid, notFound, PageQuery, type Period, periodOf, T } from '../../../../core/contract.ts';
import { Campaigns } from '../../../campaign-management/campaigns/contract.ts';
import { Leads, type OutcomeCount } from '../../leads/contract.ts';
import { ShownVisit, shownVisits } from './shown.ts';
import { isPlace, placeOf, RESULTS, visitAt, visitsBehind } from './visits.store.ts';

const CampaignId = T.Integer({ minimum: 1, maximum: 2_147_483_647 });
const Outcome = T.String({ pattern: '^[a-z_]{0,40}$' });
const AskedPeriod = T.String({ maxLength: 30 });
const MOST = 50;

/** The days of a campaign that are asked for, in its own zone; null where it is not within the caller's sight. */
async function periodIn(ctx: Ctx, campaignId: number, asked: string | undefined): Promise<Period | null> {
  const campaign = await ctx.use(Campaigns).find(campaignId);
  return campaign && periodOf(asked, campaign.timezone, ctx.now);
}

/** How many visits of which the log holds all ended how. */
async function countedIn(ctx: Ctx, campaignId: number, { from, to, zone }: Period): Promise<OutcomeCount[]> {
  const counted = await ctx.use(Leads).outcomes({ campaignId, from, to, timezone: zone });
  return counted.filter(({ count, isCounted }) => count > 0 && !isCounted);
}

/** The visit log. Page views that were refused at once, such as those of robots, are only counted and are not in it. */
export const visitRoutes = [
  defineRoute({
    id: 'capture.visits',
    method: 'GET',
    path: '/capture/visits',
    summary: 'Visits of a campaign with what became of each, newest first; nothing of the visitor, unless they are a lead',
    ability: ['read', 'Visit'],
    query: T.Object({
      campaignId: CampaignId,
      cursor: T.Optional(T.String({ maxLength: 80 })),
      /** Days of the campaign's zone, as `periodOf` reads them; all of them where it is left out. */
      period: T.Optional(AskedPeriod),
      outcome: T.Optional(Outcome),
      result: T.Optional(T.Enum(['', ...RESULTS])),
    }),
    response: T.Object({
      data: T.Array(ShownVisit),
      next: T.Union([T.String(), T.Null()]),
      /** How many ended as `outcome` says, as figures count them; null where no single outcome is asked for. */
      total: T.Union([T.Integer(), T.Null()]),
    }),
    async handler(ctx, { query: { campaignId, cursor, period: asked, outcome, result } }) {
      if (cursor && !isPlace(cursor)) throw invalid('cursor', 'capture.problem.cursor');
      const period = asked ? await periodIn(ctx, campaignId, asked) : null;
      if (asked && !period) return { data: [], next: null, total: null };
      const filter = { campaignId, outcome: outcome || undefined, result: result || undefined, from: period?.from, to: period?.to };
      const rows = await visitsBehind(ctx, filter, cursor || undefined, MOST);
      const last = rows.length === MOST ? rows.at(-1) : undefined;
      const counted = period && outcome && !result ? await countedIn(ctx, campaignId, period) : null;
      return {
        data: await shownVisits(ctx, rows),
        next: last ? placeOf(last) : null,
        total: counted && (counted.find(({ name }) => name === outcome)?.count ?? 0),
      };
    },
  }),
  defineRoute({
    id: 'capture.visit-outcomes',
    method: 'GET',
    path: '/capture/visit-outcomes',
    summary: 'How visits of a campaign ended in a period, for filters, most frequent first; or what one outcome is called',
    ability: ['read', 'Visit'],
    query: T.Object({
      campaignId: CampaignId,
      period: T.Optional(AskedPeriod),
      search: T.Optional(T.String({ maxLength: 100 })),
      value: T.Optional(Outcome),
      ...PageQuery,
    }),
    response: T.Object({ options: T.Array(T.Object({ value: T.String(), label: T.String(), note: T.Optional(T.String()) })) }),
    async handler(ctx, { query: { campaignId, period: asked, search = '', value, Page = 1, PerPage = 20 } }) {
      if (value !== undefined) {
        const named = ctx.use(Leads).outcome(value);
        return { options: named ? [{ value, label: ctx.t(named.title) }] : [] };
      }
      const period = await periodIn(ctx, campaignId, asked);
      if (!period) return { options: [] };
      const options = (await countedIn(ctx, campaignId, period))
        .sort((a, b) => b.count - a.count)
        .map(({ name, title, count }) => ({ value: name, label: ctx.t(title), note: count.toLocaleString('en-US') }))
        .filter(({ label }) => label.toLowerCase().includes(search.trim().toLowerCase()));
      return { options: options.slice((Page - 1) * PerPage, Page * PerPage) };
    },
  }),
  defineRoute({
    id: 'capture.visit',
    method: 'GET',
    path: '/capture/visits/:id',
    summary: 'One visit with what became of it, why, and what the campaign’s settings say about that now',
    ability: ['read', 'Visit'],
    params: T.Object({ id: T.String({ pattern: '^\\d{1,9}~-?\\d{1,19}$' }) }),
    response: T.Object({
      ...ShownVisit.properties,
      rule: T.Array(T.Object({ title: T.String(), as: T.Enum(['text']), value: T.String() })),
    }),
    async handler(ctx, { params }) {
      const [slot, fingerprint] = params.id.split('~') as [string, string];
      const visit = BigInt.asIntN(64, BigInt(fingerprint)) === BigInt(fingerprint) && (await visitAt(ctx, Number(slot), fingerprint));
      if (!visit) throw notFound();
      const [shown] = await shownVisits(ctx, [visit]);
      return { ...shown!, rule: await deciding(ctx, shown!.outcome, visit.campaign_id) };
    },
  }),
];

/** What the settings say now about how a visit ended. */
async function deciding(ctx: Ctx, name: string, campaignId: number): Promise<{ title: string; as: 'text'; value: string }[]> {
  const rule = ctx.use(Leads).outcome(name)?.rule;
  const rules = rule && (await ctx.use(Campaigns).rules([campaignId])).get(campaignId);
  return rules ? rule(ctx, rules).map((line) => ({ ...line, as: 'text' as const })) : [];
}
