import {
  type Ctx,
  defineRoute,
  likeOf,
  List,
  ListQuery,
  listOf,
  notFound,
  pageOf,
  shownCount,
  type Static,
  T,
} from '../../../../core/contract.ts';
import { Campaigns } from '../../../campaign-management/campaigns/contract.ts';
import { shortened } from '../place-check.ts';
import { LONG_MS } from './count.job.ts';
import { askCounts, retryCount } from './counts.service.ts';
import { type CountRow, isCounting, pageOfCounts } from './counts.store.ts';

const CampaignId = T.Integer({ minimum: 1, maximum: 2_147_483_647 });
const RowId = T.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const Count = T.Union([T.Integer(), T.Null()]);
const STATES = ['success', 'no_result', 'error', 'pending', 'delayed'] as const;
const KINDS = { national: 'National Targeting', state: 'State', city: 'City', zip: 'Zip Code', radius: 'Radius' } as const;

/** A keyword in a location, under the specification's names. */
const Row = T.Object({
  id: T.Integer(),
  leadspeek_api_id: T.Integer(),
  target_location: T.Enum(Object.values(KINDS)),
  /** The same in the caller's language. */
  target_text: T.String(),
  states: T.String(),
  cities: T.String(),
  zip_code: T.String(),
  radius: T.String(),
  /** The places in few words. */
  where: T.String(),
  keyword: T.String(),
  count_without_geo: Count,
  count: Count,
  /** The same as texts, with a hyphen where there is none. */
  count_without_geo_text: T.String(),
  count_text: T.String(),
  status: T.Enum(['success', 'error', 'pending']),
  /** The status as it is shown: without any people, or waiting for long, is something else. */
  shown: T.Enum([...STATES]),
  /** Whether it may be tried again: not while a run of the campaign goes on. */
  retry: T.Enum(['yes', 'busy', 'no']),
  /** When the records came in that were counted. */
  as_of: T.Union([T.String(), T.Null()]),
  created_at: T.String(),
});

const list = defineRoute({
  id: 'search-id.counts',
  method: 'GET',
  path: '/leadspeek/lead-count-queue/:leadspeek_api_id',
  summary: 'How many people there are for each keyword of a campaign in its locations',
  ability: ['read', 'Campaign'],
  params: T.Object({ leadspeek_api_id: CampaignId }),
  query: T.Object({ ...ListQuery(['count_text', 'count']), status: T.Optional(T.Enum(['Success', 'NoResult', 'Failed', 'Pending'])) }),
  response: List(Row),
  async handler(ctx, { params: { leadspeek_api_id: campaignId }, query }) {
    if ((await ctx.use(Campaigns).find(campaignId))?.product !== 'locator') throw notFound();
    const at = pageOf(query);
    const { rows, total } = await pageOfCounts(ctx.db, {
      campaignId,
      status: query.status,
      search: query.search && likeOf(query.search),
      byCount: query.sortby ? (query.order ?? 'asc') : undefined,
      offset: at.offset,
      limit: at.perPage,
    });
    const isBusy = await isCounting(ctx.db, campaignId);
    return listOf(
      rows.map((row) => viewOf(ctx, row, isBusy)),
      total,
      at,
    );
  },
});

const NO_COUNT = '-';

function viewOf(ctx: Ctx, row: CountRow, isBusy: boolean): Static<typeof Row> {
  const { kind, places, miles, state } = row;
  const counted = state === 'success' ? { people: Number(row.people), inside: Number(row.inside) } : null;
  const named = (of: typeof kind, between: string): string => (kind === of ? places.join(between) : '');
  const isWaiting = state === 'pending' || state === 'processing';
  const isLong = isWaiting && ctx.now.getTime() - row.asked_at.getTime() > LONG_MS;
  const radius = kind === 'radius' ? `${places[0]}, ${miles} mi` : '';
  return {
    id: Number(row.id),
    leadspeek_api_id: row.campaign_id,
    target_location: KINDS[kind],
    target_text: ctx.t(`search-id.target.${kind}`),
    states: named('state', ', '),
    cities: named('city', ', '),
    zip_code: named('zip', '\n'),
    radius,
    where: radius || shortened(places),
    keyword: row.keyword,
    count_without_geo: counted?.people ?? null,
    count: counted?.inside ?? null,
    count_without_geo_text: counted ? shownCount(counted.people) : NO_COUNT,
    count_text: counted ? shownCount(counted.inside) : NO_COUNT,
    status: isWaiting ? 'pending' : state === 'error' ? 'error' : 'success',
    shown: isWaiting ? (isLong ? 'delayed' : 'pending') : state === 'error' ? 'error' : counted!.inside > 0 ? 'success' : 'no_result',
    retry: state !== 'error' ? 'no' : isBusy ? 'busy' : 'yes',
    as_of: row.as_of?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}

const ask = defineRoute({
  id: 'search-id.count-people',
  method: 'POST',
  path: '/leadspeek/lead-count-queue',
  summary: 'Count the people for each keyword of a campaign in its locations',
  ability: ['update', 'Campaign'],
  unlogged: 'counts people; nothing of the campaign changes',
  rate: 'search-id.counting',
  body: T.Object({ leadspeek_api_id: CampaignId }),
  response: T.Object({ result: T.String(), message: T.String(), rows: T.Integer() }),
  async handler(ctx, { body }) {
    const { rows } = await askCounts(ctx, body.leadspeek_api_id);
    return { result: 'success', message: ctx.t('search-id.counts.asked'), rows };
  },
});

const retry = defineRoute({
  id: 'search-id.retry-count',
  method: 'POST',
  path: '/leadspeek/lead-count-queue/retry',
  summary: 'Count the people for a keyword again after that failed',
  ability: ['update', 'Campaign'],
  unlogged: 'counts people; nothing of the campaign changes',
  rate: 'search-id.counting',
  body: T.Object({ leadspeek_api_id: CampaignId, id: RowId }),
  response: T.Object({ result: T.String(), message: T.String() }),
  async handler(ctx, { body }) {
    await retryCount(ctx, body.leadspeek_api_id, String(body.id));
    return { result: 'success', message: ctx.t('search-id.counts.asked') };
  },
});

export const countRoutes = [list, ask, retry];
/** Counting costs the database time. */
export const countRates = [{ id: 'search-id.counting' as const, points: 60, seconds: 60, by: 'company' as const }];
