import type { Ctx } from '../../core/contract.ts';
import type { CampaignRow } from './rows.gen.ts';

/** What a campaign wants, and from whose visits. */
export type B2bRow = CampaignRow & { kind: 'contact' | 'company' };

/** Undefined for a campaign of another product. */
export const b2bOf = (ctx: Ctx, campaignId: number): Promise<B2bRow | undefined> =>
  ctx.db('b2b_id_campaign').where({ campaign_id: campaignId }).first();
