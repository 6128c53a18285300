import { type Ctx, likeOf } from '../../core/contract.ts';

export interface NamedCampaign {
  id: number;
  name: string;
  product: string;
  client: string;
}
/** Campaigns that the caller may read, by name: those whose name holds a text, of one client, or the one with an id. */
export async function campaignsNamed(
  ctx: Ctx,
  query: { search?: string | undefined; id?: number | undefined; companyId?: number | undefined; offset?: number; limit: number },
): Promise<NamedCampaign[]> {
  const { search, id, companyId, offset = 0, limit } = query;
  const found = ctx.query('Campaign').whereNot({ status: 'removed' }).orderBy(['name_key', 'id']).offset(offset).limit(limit);
  if (id !== undefined) void found.where({ id });
  if (companyId !== undefined) void found.where({ company_id: companyId });
  if (search?.trim()) void found.whereRaw('name_key like lower(?)', [likeOf(search.trim())]);
  const client = ctx.db.raw('(select c.name from core_public_company c where c.id = campaigns_campaign.company_id) as client');
  return (await found.select('id', 'name', 'product', client)) as NamedCampaign[];
}
