import type { Ctx, Tenant } from '../../../core/contract.ts';
import type { Product } from '../../foundation/companies/contract.ts';
import { pricedProducts } from '../../money/pricing/shared.ts';
import { Wholesale } from './wallet.settings.ts';

/** What a lead of each installed product costs an agency, in cents: what was set, else the product's usual price. */
export async function leadCostsOf(ctx: Ctx, agency: Tenant): Promise<Record<Product, number>> {
  const set = await ctx.setting(Wholesale, agency);
  return Object.fromEntries(pricedProducts(ctx).map(({ product, usual }) => [product, set[product] ?? usual.wholesaleCents]));
}
