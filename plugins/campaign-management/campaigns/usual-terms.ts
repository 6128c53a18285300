import type { Ctx, Tenant } from '../../../core/contract.ts';
import { Pricing } from '../../money/pricing/contract.ts';
import type { CampaignFields } from './campaign.store.ts';
import { Prices } from './campaigns.settings.ts';
import type { Product } from '../../foundation/companies/contract.ts';
import { leadPriceOf, pricedProduct } from '../../money/pricing/shared.ts';

/** What a new campaign of a client starts with: the client's module cost, or while that is not set its agency's usual price. */
export async function usualTerms(ctx: Ctx, client: Tenant, product: Product): Promise<CampaignFields> {
  const cost = ctx.has(Pricing) ? await ctx.use(Pricing).clientCost(client.id, product, 'latest') : null;
  if (!cost) return { retail_cents: await usualPrice(ctx, product, client) };
  return {
    retail_cents: leadPriceOf(ctx, product, cost),
    cost_limit_cents: cost.costMaxLeadCents,
    lead_limit: cost.limitLead,
    limit_frequency: cost.limitLeadFreq,
    limit_start: cost.limitLeadStart,
    limit_end: cost.limitLeadEnd,
  };
}

/** What clients of an agency pay for a lead of a new campaign, in cents: as the agency set it, else as is usual for the product. */
export const usualPrice = async (ctx: Ctx, product: Product, of?: Tenant): Promise<number> =>
  (await ctx.setting(Prices, of))[product] ?? pricedProduct(ctx, product)?.usual.retailCents ?? 0;
