import type { Ctx, Tenant } from '../../core/contract.ts';
import { Pricing } from '../pricing/contract.ts';
import type { CampaignFields } from './campaign.store.ts';
import { Prices } from './campaigns.settings.ts';
import type { Product } from '../companies/contract.ts';

/** What a new campaign of a client starts with: the client's module cost, or while that is not set its agency's usual price. */
export async function usualTerms(ctx: Ctx, client: Tenant, product: Product): Promise<CampaignFields> {
  const cost = ctx.has(Pricing) ? await ctx.use(Pricing).clientCost(client.id, product, 'latest') : null;
  if (!cost) return { retail_cents: (await ctx.setting(Prices, client))[product] };
  return {
    retail_cents: product === 'b2b' ? cost.costSetB2bCents : cost.costSetCents,
    cost_limit_cents: cost.costMaxLeadCents,
    lead_limit: cost.limitLead,
    limit_frequency: cost.limitLeadFreq,
    limit_start: cost.limitLeadStart,
    limit_end: cost.limitLeadEnd,
  };
}
