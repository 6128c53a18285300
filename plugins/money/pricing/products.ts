import { type Contributions, type Ctx, T } from '../../../core/contract.ts';
import type { Product } from '../../foundation/companies/contract.ts';
import { installedProducts } from '../../foundation/companies/shared.ts';
import { type PricedProduct, PricedProducts } from './contract.ts';

/** The installed products that have prices, in their order. */
export function pricedProducts(from: Contributions | Ctx): PricedProduct[] {
  const priced = 'of' in from ? from.of(PricedProducts) : from.installed(PricedProducts);
  return installedProducts(from).flatMap(({ product }) => priced.find((one) => one.product === product) ?? []);
}

const cents = (product: Product) => T.Integer({ minimum: 0, maximum: 1_000_000, title: `name:${product}` });

/** What a lead of each product costs, as fields of calls, forms and settings. */
export const centsByProduct = (from: Contributions | Ctx): Record<Product, ReturnType<typeof cents>> =>
  Object.fromEntries(pricedProducts(from).map(({ product }) => [product, cents(product)]));

/** What is particular about the prices of one; undefined for a product that is not installed. */
export const pricedProduct = (ctx: Ctx, product: Product): PricedProduct | undefined =>
  ctx.installed(PricedProducts).find((one) => one.product === product);
