import { type Ctx, likeOf } from '../../../core/contract.ts';
import type { Product } from '../../foundation/companies/contract.ts';

export interface NamedCampaign {
  id: number;
  name: string;
  product: string;
  client: string;
}
export interface CampaignsWanted {
  /** A part of the name, or the number. */
  search?: string | undefined;
  id?: number | undefined;
  companyId?: number | undefined;
  /** Only of these products. */
  products?: readonly Product[];
  /** Not of this product. */
  without?: Product;
  offset?: number;
  limit: number;
}
/** Campaigns that the caller may read, by name. */
export async function campaignsNamed(ctx: Ctx, wanted: CampaignsWanted): Promise<NamedCampaign[]> {
  const { search, id, companyId, products, without, offset = 0, limit } = wanted;
  const found = ctx.query('Campaign').whereNot({ status: 'removed' }).orderBy(['name_key', 'id']).offset(offset).limit(limit);
  if (id !== undefined) void found.where({ id });
  if (companyId !== undefined) void found.where({ company_id: companyId });
  if (products) void found.whereIn('product', products);
  if (without !== undefined) void found.whereNot({ product: without });
  const text = search?.trim();
  if (text) void found.where((q) => void q.whereRaw('name_key like lower(?)', [likeOf(text)]).orWhereRaw('id::text = ?', [text]));
  const client = ctx.db.raw('(select c.name from core_public_company c where c.id = campaigns_campaign.company_id) as client');
  return (await found.select('id', 'name', 'product', client)) as NamedCampaign[];
}
