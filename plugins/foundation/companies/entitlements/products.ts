import { type Contributions, type Ctx, Switches, T, type Tenant } from '../../../../core/contract.ts';
import { type CompaniesApi, type Product, type ProductOf, Products } from '../contract.ts';

const inOrder = (products: readonly ProductOf[]): ProductOf[] => products.toSorted((a, b) => a.order - b.order);

/** The products that are on for the caller's agency and offered there. */
export const productsOn = (ctx: Ctx): ProductOf[] => inOrder(ctx.contributions(Products).filter(({ product }) => ctx.isOffered(product)));

/** All installed products, on or off. */
export const installedProducts = (from: Contributions | Ctx): ProductOf[] =>
  inOrder('of' in from ? from.of(Products) : from.installed(Products));

/** The name of an installed product, as calls send it. */
export function productName(from: Contributions) {
  const names = installedProducts(from).map(({ product }) => product);
  return T.Unsafe<Product>(names.length > 0 ? T.Enum(names) : T.Never());
}

/** The installed products, and which of them are on for a company. A module that root cannot switch is always on. */
export function productsOf(ctx: Ctx, company: Tenant): Awaited<ReturnType<CompaniesApi['products']>> {
  const switches = ctx.use(Switches).list(company);
  return productsOn(ctx).map(({ product, plugin }) => ({ product, plugin, on: switches.find((s) => s.key === plugin)?.on ?? true }));
}
