import { defineRoute, notFound, T } from '../../../../core/contract.ts';
import { Pixels } from '../../../lead-intake/capture/contract.ts';
import { latest, pixelOf } from '../embed.service.ts';
import { senderHosts } from '../hosts.ts';
import { siteOf } from '../website.ts';
import { GUIDE_NAMES, guideFor } from './guides.ts';

const CampaignId = T.Integer({ minimum: 1, maximum: 2_147_483_647 });
const RECENT_MS = 24 * 3_600_000;

/** How a pixel is doing: visits of the last day, earlier ones, or none ever. */
export const PIXEL_STATES = ['live', 'quiet', 'waiting'] as const;

export const sourceRoutes = [
  defineRoute({
    id: 'site-id.pixel-state',
    method: 'GET',
    path: '/site-id/pixel/:campaignId/state',
    summary: 'When the pixel of a campaign was last seen and on how many pages in the last 24 hours, and what its website runs on',
    ability: ['read', 'Campaign'],
    params: T.Object({ campaignId: CampaignId }),
    response: T.Object({
      campaign_id: T.Integer(),
      state: T.Enum([...PIXEL_STATES]),
      last_seen_at: T.Union([T.String({ format: 'date-time' }), T.Null()]),
      pages: T.Integer(),
      website: T.String(),
      /** In the reader's language; empty while nobody looked, or nothing was recognised. */
      runs_on: T.String(),
      looked_at: T.Union([T.String({ format: 'date-time' }), T.Null()]),
      /** The guide that fits. */
      guide: T.Enum([...GUIDE_NAMES]),
    }),
    async handler(ctx, { params: { campaignId } }) {
      const { lastSeenAt, look } = await pixelOf(ctx, campaignId);
      const since = new Date(ctx.now.getTime() - RECENT_MS);
      const { newestAt, pages } = await ctx.use(Pixels).visits(campaignId, since);
      const seen = latest(newestAt, lastSeenAt);
      return {
        campaign_id: campaignId,
        state: !seen ? ('waiting' as const) : seen >= since ? ('live' as const) : ('quiet' as const),
        last_seen_at: seen?.toISOString() ?? null,
        pages,
        website: (await siteOf(ctx, campaignId))?.url ?? '',
        runs_on: look.found.map((trait) => ctx.t(`site-id.trait.${trait}`)).join(', '),
        looked_at: look.lookedAt?.toISOString() ?? null,
        guide: guideFor(look.found),
      };
    },
  }),
  defineRoute({
    id: 'site-id.allowed-hosts',
    method: 'GET',
    path: '/site-id/hosts/:campaignId',
    summary: 'Hosts whose page views count for a campaign: those of its website, and those that were added',
    ability: ['read', 'Campaign'],
    params: T.Object({ campaignId: CampaignId }),
    response: T.Object({
      data: T.Array(T.Object({ campaign_id: T.Integer(), host: T.String(), state: T.Enum(['counted']), added: T.Boolean() })),
    }),
    async handler(ctx, { params: { campaignId } }) {
      const site = await siteOf(ctx, campaignId);
      if (!site) throw notFound();
      const added = new Set(site.allowed_hosts);
      return {
        data: senderHosts(site).map((host) => ({ campaign_id: campaignId, host, state: 'counted' as const, added: added.has(host) })),
      };
    },
  }),
];
