import type { Ctx } from '../../../core/contract.ts';
import type { CampaignRow } from './rows.gen.ts';

/** What a campaign looks for, and in which data. */
export type SearchRow = CampaignRow;

export const searchesOf = (ctx: Ctx, campaignIds: readonly number[]): Promise<SearchRow[]> =>
  ctx.db('search_id_campaign').whereIn('campaign_id', campaignIds);

/** Undefined for a campaign of another product. */
export const searchOf = async (ctx: Ctx, campaignId: number): Promise<SearchRow | undefined> => (await searchesOf(ctx, [campaignId]))[0];
