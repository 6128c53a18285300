import type { Ctx } from '../../../core/contract.ts';
import { Campaigns } from '../../campaign-management/campaigns/contract.ts';

/** The campaign's name as bills say it; of one that is removed, its number. */
export async function nameOf(ctx: Ctx, campaignId: number): Promise<string> {
  return (await ctx.use(Campaigns).find(campaignId))?.name ?? `#${campaignId}`;
}
