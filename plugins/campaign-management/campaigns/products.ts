import type { Ctx, Tenant } from '../../../core/contract.ts';
import { Companies, type Product, Products } from '../../foundation/companies/contract.ts';

/** Whether a company has a product: given by root, and narrowed away neither by its agency nor for the company itself. */
export async function hasProduct(ctx: Ctx, company: Tenant, product: Product): Promise<boolean> {
  const modules = await ctx.use(Companies).products(company);
  return modules.some((m) => m.product === product && m.on);
}

/** The products that there are, whether they are on for somebody or not. */
export const installedNames = (ctx: Ctx): Product[] => ctx.installed(Products).map(({ product }) => product);
export const isInstalled = (ctx: Ctx, product: Product): boolean => installedNames(ctx).includes(product);
