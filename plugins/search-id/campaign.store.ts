import type { Ctx } from '../../core/contract.ts';

/** What a campaign looks for, and in which data. */
export interface SearchRow {
  campaign_id: number;
  company_id: number;
  keywords: string[];
  contextual: string[];
  stop_words: string[];
  required: string[];
  place_by: 'places' | 'radius';
  radius_center: string;
  radius_miles: number;
  sifi_campaign: string;
  sifi_organization: string;
  external_campaign: string;
  external_organization: string;
}

export const searchesOf = (ctx: Ctx, campaignIds: readonly number[]): Promise<SearchRow[]> =>
  ctx.db('search_id_campaign').whereIn('campaign_id', campaignIds);

/** Undefined for a campaign of another product. */
export const searchOf = async (ctx: Ctx, campaignId: number): Promise<SearchRow | undefined> => (await searchesOf(ctx, [campaignId]))[0];
