import type { CampaignIssue } from '../campaigns/contract.ts';
import { Pixels } from '../capture/contract.ts';
import { isRecent } from './embed.service.ts';
import { lastPasses } from './embed.store.ts';
import { websites } from './website.ts';

/** Nobody knows which website is meant, so no visit counts: the agency activated it so, or the website was taken out since. */
export const hostsIssue: CampaignIssue = {
  name: 'hosts',
  code: 'site-id.issue.hosts',
  brief: 'site-id.issue.hosts.brief',
  async among(ctx, campaigns) {
    const sites = await websites.of(
      ctx,
      campaigns.map(({ id }) => id),
    );
    return campaigns.filter(({ id }) => !sites.get(id)?.hosts.length).map(({ id }) => id);
  },
};

/** No visitor and no check has met the pixel for so long that it is probably not there. */
export const pixelIssue: CampaignIssue = {
  name: 'pixel',
  code: 'site-id.issue.pixel',
  brief: 'site-id.issue.pixel.brief',
  async among(ctx, campaigns) {
    const ids = campaigns.map(({ id }) => id);
    const [seen, passed] = await ctx.together([() => ctx.use(Pixels).lastSeen(ids), () => lastPasses(ctx, ids)]);
    return ids.filter((id) => !isRecent(seen.get(id), ctx.now) && !isRecent(passed.get(id), ctx.now));
  },
};
