import { type Ctx, Switches, type Tenant } from '../../../core/contract.ts';
import { type CompaniesApi, Products } from '../contract.ts';

/** The installed products, and which of them are on for a company. A module that root cannot switch is always on. */
export function productsOf(ctx: Ctx, company: Tenant): Awaited<ReturnType<CompaniesApi['products']>> {
  const switches = ctx.use(Switches).list(company);
  return ctx.slot(Products).map(({ product, plugin }) => ({ product, plugin, on: switches.find((s) => s.key === plugin)?.on ?? true }));
}
