import type { Ctx } from '../../../core/contract.ts';

/** Deletes the leads and claims of a campaign that is gone; the figures of its days hold nobody's name and stay. */
export async function eraseCampaignLeads(ctx: Ctx, campaignId: number): Promise<void> {
  const leads = ctx.db('leads_lead').where({ campaign_id: campaignId });
  await ctx.db('leads_claim').whereIn('lead_id', leads.clone().select('id')).delete();
  await leads.delete();
  await ctx.db('leads_total').where({ campaign_id: campaignId }).update({ leads: 0 });
  await ctx.db('leads_failure').where({ campaign_id: campaignId }).delete();
}
