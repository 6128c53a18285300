import type { Knex } from 'knex';
import type { Ctx } from '../../../../core/contract.ts';
import { Campaigns } from '../../../campaign-management/campaigns/contract.ts';
import type { Product } from '../../../foundation/companies/contract.ts';
import { reviewAlarm } from './alarm.job.ts';

/** A campaign of which nothing was held for so long begins a new episode with the next visit that is. */
const QUIET_HOURS = 6;

/** Visits held for each of some campaigns of an agency. */
export async function heldCounts(ctx: Ctx, campaignIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = (await ctx.db.raw(
    `select campaign_id, count(*)::int as n from capture_visit
     where agency_id = ? and state = 'review' and campaign_id = any(?::int[]) group by campaign_id`,
    [ctx.tenant.agencyId, campaignIds] as unknown as Knex.RawBinding[],
  )) as { rows: { campaign_id: number; n: number }[] };
  return new Map(rows.map((r) => [r.campaign_id, r.n]));
}

/** Notes that visits were held; the first of an episode has the campaign's people told. */
export async function noteEpisodes(ctx: Ctx, campaigns: ReadonlyMap<number, { companyId: number }>): Promise<void> {
  for (const [campaignId, { companyId }] of [...campaigns].sort(([a], [b]) => a - b)) {
    await ctx.db.raw(
      `update capture_episode set ended_at = last_at where campaign_id = ? and ended_at is null and last_at < ?::timestamptz - make_interval(hours => ?)`,
      [campaignId, ctx.now, QUIET_HOURS],
    );
    const { rows } = (await ctx.db.raw(
      `insert into capture_episode as e (campaign_id, company_id, began_at, last_at) values (:campaignId, :companyId, :now, :now)
       on conflict (campaign_id) where ended_at is null do update set last_at = greatest(e.last_at, excluded.last_at) returning id, began_at = last_at as is_new`,
      { campaignId, companyId, now: ctx.now },
    )) as { rows: [{ id: number; is_new: boolean }] };
    const [{ id, is_new }] = rows;
    if (is_new) await ctx.enqueue(reviewAlarm, { episodeId: id }, { key: `episode ${id}` });
    await ctx.live('review', companyId);
  }
}

/** Ends the episodes of campaigns of which nothing is held any more. */
export async function endEpisodes(ctx: Ctx, campaignIds: readonly number[]): Promise<void> {
  const held = await heldCounts(ctx, campaignIds);
  const over = campaignIds.filter((id) => !held.has(id));
  await ctx.db('capture_episode').whereIn('campaign_id', over).whereNull('ended_at').update({ ended_at: ctx.now });
}

interface HeldEpisode {
  campaignId: number;
  company: string;
  since: Date;
  /** How many there are. */
  total: number;
}
/** The first campaigns in the caller's sight of which visits are held, with their client and since when. */
export function heldEpisodes(ctx: Ctx, of: { product?: Product; most: number }): Promise<HeldEpisode[]> {
  const held = ctx
    .db('capture_episode as e')
    .join('core_public_company as t', 't.id', 'e.company_id')
    .whereNull('e.ended_at')
    .whereNull('t.removed_at')
    .orderBy(['e.began_at', 'e.id'])
    .limit(of.most)
    .select('e.campaign_id as campaignId', 't.name as company', 'e.began_at as since', ctx.db.raw('count(*) over ()::int as total'));
  if (of.product) void held.whereIn('e.campaign_id', ctx.use(Campaigns).ids({ product: of.product }));
  return held as Promise<HeldEpisode[]>;
}
