import type { Ctx, Tenant } from '../../core/contract.ts';
import { Companies, type Product } from '../companies/contract.ts';

/** Whether a company has a product: given by root, and narrowed away neither by its agency nor for the company itself. */
export async function hasProduct(ctx: Ctx, company: Tenant, product: Product): Promise<boolean> {
  const modules = await ctx.use(Companies).products(company);
  return modules.some((m) => m.product === product && m.on);
}
