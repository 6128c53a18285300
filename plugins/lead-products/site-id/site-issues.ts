import type { CampaignIssue } from '../../campaign-management/campaigns/contract.ts';
import { Pixels } from '../../lead-intake/capture/contract.ts';
import { isRecent } from './embed.service.ts';
import { lastPasses } from './embed.store.ts';
import { websites } from './website.ts';

/** Nobody knows which website is meant, so no visit counts: the agency activated it so, or the website was taken out since. */
export const hostsIssue: CampaignIssue = {
  code: 'site-id.issue.hosts',
  brief: 'site-id.issue.hosts.brief',
  tab: 'settings',
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
  code: 'site-id.issue.pixel',
  brief: 'site-id.issue.pixel.brief',
  tab: 'source',
  async among(ctx, campaigns) {
    const ids = campaigns.map(({ id }) => id);
    const [seen, passed] = await ctx.together([() => ctx.use(Pixels).lastSeen(ids), () => lastPasses(ctx, ids)]);
    return ids.filter((id) => !isRecent(seen.get(id), ctx.now) && !isRecent(passed.get(id), ctx.now));
  },
};

const SILENT_MS = 3 * 86_400_000;

/** The pixel was met in the last weeks and for days no more: it was taken out, or nobody visits the website. */
export const silentIssue: CampaignIssue = {
  code: 'site-id.issue.silent',
  brief: 'site-id.issue.silent.brief',
  works: true,
  tab: 'source',
  async among(ctx, campaigns) {
    const seen = await ctx.use(Pixels).lastSeen(campaigns.map(({ id }) => id));
    return [...seen]
      .filter(([, at]) => isRecent(at, ctx.now) && ctx.now.getTime() - at.getTime() > SILENT_MS)
      .map(([id, since]) => ({ id, since }));
  },
};
