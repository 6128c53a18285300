import { type Contributions, type Ctx, T, type Tenant } from '../../core/contract.ts';
import type { Product } from '../companies/contract.ts';
import { pricedProducts } from '../pricing/shared.ts';
import { Wholesale } from './wallet.settings.ts';

const cents = (product: Product) => T.Integer({ minimum: 0, maximum: 1_000_000, title: `name:${product}` });

/** What a lead of each installed product costs an agency, as fields of calls and forms. */
export const leadCosts = (from: Contributions): Record<Product, ReturnType<typeof cents>> =>
  Object.fromEntries(pricedProducts(from).map(({ product }) => [product, cents(product)]));

/** The same as it stands for an agency, in cents: what was set, else the product's usual price. */
export async function leadCostsOf(ctx: Ctx, agency: Tenant): Promise<Record<Product, number>> {
  const set = await ctx.setting(Wholesale, agency);
  return Object.fromEntries(pricedProducts(ctx).map(({ product, usual }) => [product, set[product] ?? usual.wholesaleCents]));
}
