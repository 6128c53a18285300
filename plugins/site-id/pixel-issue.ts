import type { CampaignIssue } from '../campaigns/contract.ts';
import { Pixels } from '../capture/contract.ts';
import { isRecent } from './embed.service.ts';
import { lastPasses } from './embed.store.ts';

/** No visitor and no check has met the pixel for so long that it is probably not there. */
export const pixelIssue: CampaignIssue = {
  name: 'pixel',
  code: 'site-id.issue.pixel',
  async among(ctx, campaigns) {
    const ids = campaigns.filter(({ product }) => product === 'local').map(({ id }) => id);
    const [seen, passed] = [await ctx.use(Pixels).lastSeen(ids), await lastPasses(ctx, ids)];
    return ids.filter((id) => !isRecent(seen.get(id), ctx.now) && !isRecent(passed.get(id), ctx.now));
  },
};
