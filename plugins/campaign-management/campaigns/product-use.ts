import type { ProductUse } from '../../foundation/companies/contract.ts';

/** Campaigns that run or are paused: a product that has any is not taken away before they are stopped. */
export const openCampaigns: ProductUse = {
  id: 'campaigns.open',
  order: 10,
  text: 'campaigns.product-use',
  async of(ctx, products, agencyIds) {
    const rows = (await ctx
      .db('campaigns_campaign')
      .whereRaw('agency_id = any(?)', [agencyIds as never])
      .whereRaw('product = any(?)', [products as never])
      .whereIn('status', ['active', 'paused'])
      .groupBy('agency_id')
      .select('agency_id', ctx.db.raw('count(*)::int as count'))) as { agency_id: number; count: number }[];
    return new Map(rows.map((row) => [row.agency_id, row.count]));
  },
};
