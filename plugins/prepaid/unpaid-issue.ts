import type { PageExtension } from '../../core/contract.ts';
import { Billing } from '../billing/contract.ts';
import type { CampaignIssue } from '../campaigns/contract.ts';
import { withLeads } from './packs.store.ts';

/**
 * Nothing is left of what was paid. A campaign pauses for that when its last lead is taken; one whose term changed while it waited
 * runs on without a pack until its next visit.
 */
export const unpaidIssue: CampaignIssue = {
  name: 'packs',
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

export const unpaidNotices: PageExtension = {
  role: 'campaigns.attention',
  order: -25,
  blocks: [
    {
      as: 'notice',
      severity: 'bad',
      text: 'prepaid.attention',
      source: { route: 'campaigns.attention', live: 'campaigns', query: { product: { from: 'page', field: 'product' } } },
      when: { field: 'packs', is: 0, not: true },
      stays: true,
    },
  ],
};
