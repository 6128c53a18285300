import type { Ctx } from '../../../core/contract.ts';
import type { Campaign } from '../../campaign-management/campaigns/contract.ts';

/** What looks at a campaign's page found: when it last carried the pixel, when anybody last looked, and what the website runs on. */
export interface Look {
  passedAt: Date | null;
  lookedAt: Date | null;
  found: string[];
}
const NEVER: Look = { passedAt: null, lookedAt: null, found: [] };

/** Notes what the campaign's page was seen to run on just now. */
export async function saveLook(ctx: Ctx, campaign: Campaign, found: readonly string[]): Promise<void> {
  await save(ctx, campaign, { looked_at: ctx.now, found: [...found] });
}

/** Notes that the campaign's page was seen to carry its pixel just now. */
export const savePass = (ctx: Ctx, campaign: Campaign): Promise<void> => save(ctx, campaign, { passed_at: ctx.now });

async function save(ctx: Ctx, campaign: Campaign, seen: Record<string, unknown>): Promise<void> {
  await ctx
    .db('site_id_check')
    .insert({ campaign_id: campaign.id, company_id: campaign.companyId, ...seen })
    .onConflict('campaign_id')
    .merge(Object.keys(seen));
}

/** When checks of these campaigns' pages last passed. */
export async function lastPasses(ctx: Ctx, campaignIds: readonly number[]): Promise<Map<number, Date>> {
  const rows = (await ctx
    .db('site_id_check')
    .whereIn('campaign_id', campaignIds)
    .whereNotNull('passed_at')
    .select('campaign_id', 'passed_at')) as { campaign_id: number; passed_at: Date }[];
  return new Map(rows.map((row) => [row.campaign_id, row.passed_at]));
}

/** The last look at the campaign's page. */
export async function lastLook(ctx: Ctx, campaignId: number): Promise<Look> {
  const row = (await ctx.db('site_id_check').where({ campaign_id: campaignId }).first('passed_at', 'looked_at', 'found')) as
    | { passed_at: Date | null; looked_at: Date | null; found: string[] }
    | undefined;
  return row ? { passedAt: row.passed_at, lookedAt: row.looked_at, found: row.found } : NEVER;
}
