import type { Ctx } from '../../../core/contract.ts';

/** What a campaign asks for, and about whose leads. */
export interface EnhanceRow {
  campaign_id: number;
  company_id: number;
  kind: 'basic' | 'advanced';
  information: string[];
  sources: string[];
  answers: string;
}

/** Undefined for a campaign of another product. */
export const enhanceOf = (ctx: Ctx, campaignId: number): Promise<EnhanceRow | undefined> =>
  ctx.db('enhance_id_campaign').where({ campaign_id: campaignId }).first();
