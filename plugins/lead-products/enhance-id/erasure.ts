import type { Ctx } from '../../../core/contract.ts';

/** A removed campaign asks about nobody any more. */
export async function eraseCampaign(ctx: Ctx, campaignId: number): Promise<void> {
  for (const table of ['enhance_id_person', 'enhance_id_look']) await ctx.db(table).where({ campaign_id: campaignId }).delete();
}
