import type { CampaignIssue } from '../../campaign-management/campaigns/contract.ts';
import { Pixels } from '../../lead-intake/capture/contract.ts';
import { SEEN_WITHIN_MS } from './embed.service.ts';
import { hasPassedSince } from './embed.store.ts';
import { hasHosts } from './website.ts';

/** Nobody knows which website is meant, so no visit counts: the agency activated it so, or the website was taken out since. */
export const hostsIssue: CampaignIssue = {
  code: 'site-id.issue.hosts',
  brief: 'site-id.issue.hosts.brief',
  tab: 'settings',
  lacking: async (ctx, { column }) => ({ when: ctx.db.raw('not ?', [hasHosts(ctx, column.id)]) }),
};

/** No visitor and no check has met the pixel for so long that it is probably not there. */
export const pixelIssue: CampaignIssue = {
  code: 'site-id.issue.pixel',
  brief: 'site-id.issue.pixel.brief',
  tab: 'source',
  async lacking(ctx, { column }) {
    const since = new Date(ctx.now.getTime() - SEEN_WITHIN_MS);
    return { when: ctx.db.raw('not ? and not ?', [ctx.use(Pixels).isSeen(column.id, since), hasPassedSince(ctx, column.id, since)]) };
  },
};

const SILENT_MS = 3 * 86_400_000;

/** The pixel was met in the last weeks and for days no more: it was taken out, or nobody visits the website. */
export const silentIssue: CampaignIssue = {
  code: 'site-id.issue.silent',
  brief: 'site-id.issue.silent.brief',
  works: true,
  tab: 'source',
  lacking: async (ctx, { column }) => ({
    when: ctx.use(Pixels).isSeen(column.id, new Date(ctx.now.getTime() - SEEN_WITHIN_MS), new Date(ctx.now.getTime() - SILENT_MS)),
    since: ctx.use(Pixels).lastSeenAt(column.id),
  }),
};
