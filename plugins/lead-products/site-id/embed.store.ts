import type { Knex } from 'knex';
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

/** The condition that a check of the page of the campaign in that column passed later than that. */
export const hasPassedSince = (ctx: Ctx, column: string, since: Date): Knex.Raw =>
  ctx.db.raw('exists (select from site_id_check k where k.campaign_id = ?? and k.passed_at > ?)', [column, since]);

/** The last look at the campaign's page. */
export async function lastLook(ctx: Ctx, campaignId: number): Promise<Look> {
  const row = (await ctx.db('site_id_check').where({ campaign_id: campaignId }).first('passed_at', 'looked_at', 'found')) as
    | { passed_at: Date | null; looked_at: Date | null; found: string[] }
    | undefined;
  return row ? { passedAt: row.passed_at, lookedAt: row.looked_at, found: row.found } : NEVER;
}
