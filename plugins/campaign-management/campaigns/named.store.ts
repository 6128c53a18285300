import type { Knex } from 'knex';
import { containing, type Ctx } from '../../../core/contract.ts';
import type { Product } from '../../foundation/companies/contract.ts';

/** The greatest that an id can be. */
const MOST_NUMBER = 2_147_483_647;

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
  const found = ctx.query('Campaign').whereRaw(`status <> 'removed'`).orderBy(['name_key', 'id']).offset(offset).limit(limit);
  if (id !== undefined) void found.where({ id });
  if (companyId !== undefined) void found.where({ company_id: companyId });
  if (products) void found.whereIn('product', products);
  if (without !== undefined) void found.whereNot({ product: without });
  const text = search?.trim();
  if (text) void found.where(isNamed(text));
  // The index of names finds them by itself; only those of the page are read whole.
  return (await ctx.db
    .from(found.select('id as found_id').as('found'))
    .join('campaigns_campaign as c', 'c.id', 'found.found_id')
    .orderBy(['c.name_key', 'c.id'])
    .select('c.id', 'c.name', 'c.product', {
      client: ctx.db('core_public_company as t').where('t.id', ctx.db.ref('c.company_id')).select('t.name'),
    })) as NamedCampaign[];
}

/** Campaigns with the text in their name, or with the number that it is. */
export const isNamed = (text: string) => (found: Knex.QueryBuilder) => {
  containing(['name_key'], text)(found);
  const number = Number(/^\d{1,10}$/.exec(text)?.[0]);
  if (number <= MOST_NUMBER) void found.orWhere('id', number);
};
