import type { Ctx } from '../../core/contract.ts';
import type { Campaign } from '../campaigns/contract.ts';

/** Notes that the campaign's page was seen to carry its pixel just now. */
export async function savePass(ctx: Ctx, campaign: Campaign): Promise<void> {
  await ctx
    .db('site_id_check')
    .insert({ campaign_id: campaign.id, company_id: campaign.companyId, passed_at: ctx.now })
    .onConflict('campaign_id')
    .merge(['passed_at']);
}

/** When checks of these campaigns' pages last passed. */
export async function lastPasses(ctx: Ctx, campaignIds: readonly number[]): Promise<Map<number, Date>> {
  const rows = (await ctx.db('site_id_check').whereIn('campaign_id', campaignIds).select('campaign_id', 'passed_at')) as {
    campaign_id: number;
    passed_at: Date;
  }[];
  return new Map(rows.map((row) => [row.campaign_id, row.passed_at]));
}

/** When a check of the campaign's page last passed. */
export async function lastPass(ctx: Ctx, campaignId: number): Promise<Date | null> {
  const row = (await ctx.db('site_id_check').where({ campaign_id: campaignId }).first('passed_at')) as { passed_at: Date } | undefined;
  return row?.passed_at ?? null;
}
