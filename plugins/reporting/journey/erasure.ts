import type { Ctx } from '../../../core/contract.ts';

/** Deletes what is kept of the visitors and leads of a campaign that is gone. */
export async function eraseCampaignJourneys(ctx: Ctx, campaignId: number): Promise<void> {
  for (const table of ['journey_page', 'journey_lead', 'journey_day', 'journey_hot', 'journey_origin'])
    await ctx.db(table).where({ campaign_id: campaignId }).delete();
}
