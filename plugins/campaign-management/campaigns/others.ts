import type { Ctx } from '../../../core/contract.ts';
import { type Campaign, Campaigns } from './contract.ts';

const LARGEST_ID = 2_147_483_647;

/** Whether all of the ids name campaigns of the same client that are of another product. */
export async function areOthersOfClient(ctx: Ctx, campaign: Campaign, ids: readonly number[]): Promise<boolean> {
  if (ids.some((id) => id > LARGEST_ID)) return false;
  const found = await ctx.use(Campaigns).byId(ids);
  const isOther = (of: Campaign | undefined): boolean =>
    of !== undefined && of.status !== 'removed' && of.companyId === campaign.companyId && of.product !== campaign.product;
  return ids.every((id) => isOther(found.get(id)));
}
