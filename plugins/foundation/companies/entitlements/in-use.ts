import { conflict, type Ctx } from '../../../../core/contract.ts';
import { namesText } from '../names-text.ts';
import { OpenOfProducts, type OpenCampaignFilter } from '../contract.ts';

/** Throws 409 with the campaigns of these products that are open, by product: they are stopped by hand first. The message names the first of many. */
export async function refuseWhileOpen(ctx: Ctx, filter: OpenCampaignFilter, products: readonly string[]): Promise<void> {
  const active: Record<string, number[]> = {};
  for (const product of products) {
    const ids: number[] = [];
    for (const openOf of ctx.contributions(OpenOfProducts)) ids.push(...(await openOf(ctx, filter, product)));
    if (ids.length > 0) active[product] = ids;
  }
  const params = {
    campaigns: Object.entries(active)
      .map(([product, ids]) => `${ctx.named(product).name}: ${namesText(ctx, ids)}`)
      .join('; '),
  };
  if (params.campaigns === '') return;
  throw conflict('companies.problem.active-campaigns', {
    params,
    extra: { active_campaign_id: active },
    errors: [{ field: 'selectedmodules', message: 'companies.problem.active-campaigns', params }],
  });
}
