import type { Ctx } from '../../../core/contract.ts';
import type { CampaignRow } from './rows.gen.ts';

/** What a campaign wants, and from whose visits. */
export type B2bRow = CampaignRow & { kind: 'contact' | 'company' };

/** Undefined for a campaign of another product. */
export const b2bOf = (ctx: Ctx, campaignId: number): Promise<B2bRow | undefined> =>
  ctx.db('b2b_id_campaign').where({ campaign_id: campaignId }).first();

/** The running campaign of a client about contacts that was made last; null where there is none. */
export async function newestRunning(ctx: Ctx, companyId: number): Promise<number | null> {
  const row = (await ctx
    .query('Campaign')
    .where({ company_id: companyId, product: 'b2b', status: 'active' })
    .whereIn('id', ctx.db('b2b_id_campaign').where({ company_id: companyId, kind: 'contact' }).select('campaign_id'))
    .orderBy('id', 'desc')
    .first('id')) as { id: number } | undefined;
  return row?.id ?? null;
}
