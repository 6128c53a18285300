import { Companies, Products } from '../../foundation/companies/contract.ts';
import type { Ctx, Tenant } from '../../../core/contract.ts';
import { Campaigns } from '../../campaign-management/campaigns/contract.ts';
import { MOST_NAMED, withMore } from '../../foundation/companies/shared.ts';
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

/** Told before modules are switched off, so that nobody has to guess what it touches. */
export async function effectsOf(ctx: Ctx, agency: Tenant): Promise<(plugin: string) => Promise<ModuleEffects>> {
  const count = await countClients(ctx, agency.id);
  const key = count === 0 ? 'agencies.module.off.effect.none' : 'agencies.module.off.effect';
  const effect = ctx.t(key, { count, agency: agency.name });
  return async (plugin) => {
    const products = productsOf(ctx, plugin);
    return products.length === 0 ? { effect: '', open: '' } : { effect, open: await openCampaigns(ctx, agency, products) };
  };
}

/** `Harbor Coffee: Autumn shop (4); Pier Bakery: Bread (9)`, of many the first and how many more there are. */
async function openCampaigns(ctx: Ctx, agency: Tenant, products: readonly string[]): Promise<string> {
  if (!ctx.has(Campaigns)) return '';
  const ids: number[] = [];
  for (const product of products) ids.push(...(await ctx.use(Campaigns).open({ agencyId: agency.id, product })));
  const first = [...(await ctx.use(Campaigns).byId(ids.slice(0, MOST_NAMED))).values()];
  const lines: string[] = [];
  for (const [companyId, campaigns] of Map.groupBy(first, (campaign) => campaign.companyId))
    lines.push(`${(await ctx.company(companyId))?.name ?? companyId}: ${campaigns.map(({ id, name }) => `${name} (${id})`).join(', ')}`);
  return withMore(ctx, lines.join('; '), ids.length - MOST_NAMED);
}
