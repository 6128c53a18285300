import type { Ctx } from '../../../core/contract.ts';

/** What screening keeps of visitors and of where they came from. */
const SCREENING = ['capture_newcomer', 'capture_refused_host', 'capture_episode'];

/** Deletes the visits and the pixel of a campaign that is gone. */
export async function eraseCampaignVisits(ctx: Ctx, campaignId: number): Promise<void> {
  for (const table of ['capture_visit', 'capture_recognition', 'capture_pixel_seen', 'capture_pixel', ...SCREENING])
    await ctx.db(table).where({ campaign_id: campaignId }).delete();
}
