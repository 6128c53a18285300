import { conflict, type Ctx } from '../../core/contract.ts';
import { Campaigns, type Product } from '../campaigns/contract.ts';

/** Throws 409 with the campaigns of these products that are open, by product: they are stopped by hand first. */
export async function refuseWhileActive(
  ctx: Ctx,
  scope: { agencyId?: number; companyId?: number },
  products: readonly Product[],
): Promise<void> {
  if (!ctx.has(Campaigns)) return;
  const active: Partial<Record<Product, number[]>> = {};
  for (const product of products) {
    const ids = await ctx.use(Campaigns).open({ ...scope, product });
    if (ids.length > 0) active[product] = ids;
  }
  const params = {
    campaigns: Object.entries(active)
      .map(([product, ids]) => `${ctx.named(product).name}: ${ids.join(', ')}`)
      .join('; '),
  };
  if (params.campaigns === '') return;
  throw conflict('agencies.problem.active-campaigns', {
    params,
    extra: { active_campaign_id: active },
    errors: [{ field: 'selectedmodules', message: 'agencies.problem.active-campaigns', params }],
  });
}
