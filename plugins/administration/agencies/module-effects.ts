import { Companies, Products } from '../../foundation/companies/contract.ts';
import type { Ctx, Tenant } from '../../../core/contract.ts';
import { Campaigns } from '../../campaign-management/campaigns/contract.ts';
import { countClients } from './agencies.store.ts';

/** What switching a module off would do to an agency. Both texts are empty for what is no product. */
export interface ModuleEffects {
  /** Who loses it, and what stays. */
  effect: string;
  /** Its open campaigns by client, which have to be stopped first. */
  open: string;
}

const productsOf = (ctx: Ctx, plugin: string): string[] =>
  ctx
    .contributions(Products)
    .filter((type) => type.plugin === plugin)
    .map(({ product }) => product);

/** The products of a module may be taken away only once nobody runs campaigns of them. Throws 409 with the campaigns, by product. */
export const refuseModuleWhileActive = (ctx: Ctx, agency: Tenant, plugin: string): Promise<void> =>
  ctx.use(Companies).refuseWhileOpen({ agencyId: agency.id }, productsOf(ctx, plugin));

/** Told before a module is switched off, so that nobody has to guess what it touches. */
export async function effectsOf(ctx: Ctx, agency: Tenant, plugin: string): Promise<ModuleEffects> {
  const products = productsOf(ctx, plugin);
  if (products.length === 0) return { effect: '', open: '' };
  const count = await countClients(ctx, agency.id);
  const effect = count === 0 ? 'agencies.module.off.effect.none' : 'agencies.module.off.effect';
  return { effect: ctx.t(effect, { count, agency: agency.name }), open: await openCampaigns(ctx, agency, products) };
}

/** `Harbor Coffee: Autumn shop (4); Pier Bakery: Bread (9)`. */
async function openCampaigns(ctx: Ctx, agency: Tenant, products: readonly string[]): Promise<string> {
  if (!ctx.has(Campaigns)) return '';
  const byClient = new Map<number, string[]>();
  for (const product of products) {
    const ids = await ctx.use(Campaigns).open({ agencyId: agency.id, product });
    for (const { id, name, companyId } of (await ctx.use(Campaigns).rules(ids)).values())
      byClient.set(companyId, [...(byClient.get(companyId) ?? []), `${name} (${id})`]);
  }
  const lines: string[] = [];
  for (const [companyId, campaigns] of byClient)
    lines.push(`${(await ctx.company(companyId))?.name ?? companyId}: ${campaigns.join(', ')}`);
  return lines.join('; ');
}
