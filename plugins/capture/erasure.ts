import type { Ctx } from '../../core/contract.ts';

/** What screening keeps of visitors and of where they came from. */
const SCREENING = ['capture_newcomer', 'capture_refused_host', 'capture_episode'];

/** Deletes leads, visits, claims and pixels of a company that is gone; the figures of its days hold nobody's name and stay. */
export async function eraseCompanyLeads(ctx: Ctx, companyId: number): Promise<void> {
  for (const table of ['capture_claim', 'capture_visit', 'capture_lead', 'capture_pixel', ...SCREENING])
    await ctx.db(table).where({ company_id: companyId }).delete();
}

/** The same for a campaign that is gone. */
export async function eraseCampaignLeads(ctx: Ctx, campaignId: number): Promise<void> {
  const leads = ctx.db('capture_lead').where({ campaign_id: campaignId });
  await ctx.db('capture_claim').whereIn('lead_id', leads.clone().select('id')).delete();
  for (const table of ['capture_visit', 'capture_lead', 'capture_pixel', ...SCREENING])
    await ctx.db(table).where({ campaign_id: campaignId }).delete();
}
