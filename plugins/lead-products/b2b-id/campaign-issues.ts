import type { CampaignIssue } from '../../campaign-management/campaigns/contract.ts';
import { Enrichment } from '../../lead-intake/enrichment/contract.ts';
import { b2bsOf } from './campaign.store.ts';
import { groupSought } from './information.ts';

/** No supplier knows who companies are, or whom to contact there. */
export const unsuppliedIssue: CampaignIssue = {
  code: 'b2b-id.issue.unsupplied',
  brief: 'b2b-id.issue.unsupplied.brief',
  async among(ctx, campaigns) {
    const ids = campaigns.filter(({ product }) => product === 'b2b').map(({ id }) => id);
    if (ids.length === 0) return [];
    const without: number[] = [];
    for (const row of await b2bsOf(ctx, ids))
      if ((await ctx.use(Enrichment).supplied([groupSought(row)])).length === 0) without.push(row.campaign_id);
    return without;
  },
};
