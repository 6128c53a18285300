import type { Ctx } from '../../../core/contract.ts';

const TABLES = ['search_id_count', 'search_id_location', 'search_id_run', 'search_id_record', 'search_id_reading'];

/** A removed campaign reads and counts nothing any more. */
export async function eraseCampaign(ctx: Ctx, campaignId: number): Promise<void> {
  for (const table of TABLES) await ctx.db(table).where({ campaign_id: campaignId }).delete();
}
