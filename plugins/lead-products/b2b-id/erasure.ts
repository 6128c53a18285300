import type { Ctx } from '../../../core/contract.ts';
import { forgetSite } from './visiting/visits.store.ts';

/** A removed campaign asks about nobody any more, and nobody was on its website. */
export async function eraseCampaign(ctx: Ctx, campaignId: number): Promise<void> {
  for (const table of ['b2b_id_target', 'b2b_id_look']) await ctx.db(table).where({ campaign_id: campaignId }).delete();
  await forgetSite(ctx.db, campaignId);
}
