import { Campaigns } from '../../campaign-management/campaigns/contract.ts';
import type { LaunchStep } from '../../foundation/launch/contract.ts';
import { destinationIssue } from './destination-issue.ts';

/** Leads of at least one running campaign are sent somewhere; asked once there is one. */
export const destinationStep: LaunchStep = {
  id: 'integrations.launch',
  order: 60,
  for: ['agency', 'client'],
  address: '/integrations',
  async isDone(ctx) {
    const open = [];
    for (const id of (await ctx.use(Campaigns).open({})).slice(0, MOST_LOOKED_AT)) {
      const campaign = await ctx.use(Campaigns).find(id);
      if (campaign) open.push(campaign);
    }
    if (open.length === 0) return false;
    return [...(await destinationIssue.among(ctx, open))].length < open.length;
  },
};
const MOST_LOOKED_AT = 5;
