import { contribute, definePlugin, T } from '../../../core/contract.ts';
import { type CampaignFieldSet, CampaignFieldSets } from '../../../plugins/campaign-management/campaigns/contract.ts';

/** Where the client's accounts book the campaign. */
const costCenter: CampaignFieldSet = {
  fields: { costCenter: T.String({ maxLength: 20 }) },
  shown: { costCenter: T.String() },
  ui: { costCenter: { widget: 'text' } },
  open: { costCenter: ['title', 'require'] },
  texts: 'cost-center.field',
  async of(ctx, campaigns) {
    const rows = (await ctx
      .db('cost_center_campaign')
      .whereIn(
        'campaign_id',
        campaigns.map(({ id }) => id),
      )
      .select('campaign_id', 'code')) as { campaign_id: number; code: string }[];
    const codes = new Map(rows.map(({ campaign_id, code }) => [campaign_id, code]));
    return new Map(campaigns.map(({ id }) => [id, { costCenter: codes.get(id) ?? '' }]));
  },
  async save(ctx, { id, companyId }, { costCenter: code }) {
    if (code === undefined) return;
    await ctx.db('cost_center_campaign').insert({ campaign_id: id, company_id: companyId, code }).onConflict('campaign_id').merge(['code']);
  },
};

/** Somebody else's plugin that gives a field to every campaign; all of it stands in this folder. */
export default definePlugin({
  manifest: { id: 'cost-center', version: '1.0.0', core: '^1', level: 'platform', requires: { campaigns: '^1' } },
  migrations: new URL('./migrations/', import.meta.url),
  erasure: { cost_center_campaign: 'delete' },
  contributions: [contribute(CampaignFieldSets, costCenter)],
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
