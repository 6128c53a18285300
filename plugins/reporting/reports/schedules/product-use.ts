import { Campaigns } from '../../../campaign-management/campaigns/contract.ts';
import type { ProductUse } from '../../../foundation/companies/contract.ts';

/** Reports of single campaigns that are mailed. */
export const mailedReports: ProductUse = {
  id: 'reports.mailed',
  order: 40,
  text: 'reports.product-use',
  async of(ctx, products, agencyIds) {
    const rows = (await ctx
      .db('reports_schedule')
      .whereRaw('agency_id = any(?)', [agencyIds as never])
      .where({ is_paused: false })
      .whereNotNull('campaign_id')
      .whereNotNull('next_at')
      .select('agency_id', 'campaign_id')) as { agency_id: number; campaign_id: number }[];
    const campaigns = await ctx.use(Campaigns).byId(rows.map(({ campaign_id }) => campaign_id));
    const mailed = rows.filter(({ campaign_id }) => products.includes(campaigns.get(campaign_id)?.product ?? ''));
    return new Map([...Map.groupBy(mailed, ({ agency_id }) => agency_id)].map(([agency, all]) => [agency, all.length]));
  },
};
