import { Billing } from '../billing/contract.ts';
import type { CampaignIssue } from '../../campaign-management/campaigns/contract.ts';
import { withLeads } from './packs.store.ts';

/**
 * Nothing is left of what was paid. A campaign pauses for that when its last lead is taken; one whose term changed while it waited
 * runs on without a pack until its next visit.
 */
export const unpaidIssue: CampaignIssue = {
  code: 'prepaid.issue.unpaid',
  brief: 'prepaid.issue.unpaid.brief',
  async among(ctx, campaigns) {
    const onPacks = await ctx.use(Billing).onTerms(
      campaigns.map(({ id }) => id),
      ['OneTime', 'Prepaid'],
    );
    const paid = new Set(await withLeads(ctx.db, onPacks));
    return onPacks.filter((id) => !paid.has(id));
  },
};
