import { Billing } from '../billing/contract.ts';
import type { CampaignIssue } from '../../campaign-management/campaigns/contract.ts';
import { hasLeads } from './packs.store.ts';

/**
 * Nothing is left of what was paid. A campaign pauses for that when its last lead is taken; one whose term changed while it waited
 * runs on without a pack until its next visit.
 */
export const unpaidIssue: CampaignIssue = {
  code: 'prepaid.issue.unpaid',
  brief: 'prepaid.issue.unpaid.brief',
  lacking: async (ctx, { column }) => ({
    when: ctx.db.raw('? and not ?', [ctx.use(Billing).isOnTerm(column.id, ['OneTime', 'Prepaid']), hasLeads(ctx.db, column.id)]),
  }),
};
