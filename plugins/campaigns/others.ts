import type { Ctx } from '../../core/contract.ts';
import { type Campaign, Campaigns, type CampaignRules } from './contract.ts';

const LARGEST_ID = 2_147_483_647;
const MOST = 20;

/** Whether all of the ids name campaigns of the same client that are of another product. */
export async function areOthersOfClient(ctx: Ctx, campaign: Campaign, ids: readonly number[]): Promise<boolean> {
  if (ids.some((id) => id > LARGEST_ID)) return false;
  const found = await ctx.use(Campaigns).rules(ids);
  const isOther = (of: CampaignRules | undefined): boolean =>
    of !== undefined && of.status !== 'removed' && of.companyId === campaign.companyId && of.product !== campaign.product;
  return ids.every((id) => isOther(found.get(id)));
}

/** Campaigns in the caller's sight that are not of a product, by a part of their name or their number, with the names of their clients. */
export async function campaignsCalled(
  ctx: Ctx,
  typed: string,
  { without }: { without: string },
): Promise<{ id: number; name: string; client: string }[]> {
  const pattern = `%${typed.replace(/[\\%_]/g, '\\$&')}%`;
  const rows = (await ctx
    .query('Campaign')
    .whereNot({ status: 'removed' })
    .whereNot({ product: without })
    .where((q) => void q.where('name', 'ilike', pattern).orWhereRaw('id::text = ?', [typed]))
    .orderByRaw('lower(name), id')
    .limit(MOST)) as { id: number; name: string; company_id: number }[];
  const clients = (await ctx.db('core_public_company').whereIn(
    'id',
    rows.map((row) => row.company_id),
  )) as { id: number; name: string }[];
  const names = new Map(clients.map(({ id, name }) => [id, name]));
  return rows.map(({ id, name, company_id: client }) => ({ id, name, client: names.get(client) ?? '' }));
}
