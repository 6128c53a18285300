import type { CampaignIssue } from '../../campaign-management/campaigns/contract.ts';
import { Enrichment } from '../../lead-intake/enrichment/contract.ts';
import type { B2bRow } from './campaign.store.ts';
import { groupSought } from './information.ts';

/** No supplier knows who companies are, or whom to contact there. */
export const unsuppliedIssue: CampaignIssue = {
  code: 'b2b-id.issue.unsupplied',
  brief: 'b2b-id.issue.unsupplied.brief',
  async lacking(ctx, running) {
    const rows = (await ctx.db('b2b_id_campaign').whereIn('campaign_id', running.of('b2b').ids())) as B2bRow[];
    const without: number[] = [];
    for (const row of rows) if ((await ctx.use(Enrichment).supplied([groupSought(row)])).length === 0) without.push(row.campaign_id);
    return running.among(without);
  },
};
