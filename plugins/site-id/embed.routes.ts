import { defineRoute, notFound, T } from '../../core/contract.ts';
import { Campaigns } from '../campaigns/contract.ts';
import { Pixels } from '../capture/contract.ts';
import { checkEmbed } from './embed.service.ts';

const CampaignId = T.Integer({ minimum: 1, maximum: 2_147_483_647 });

export const embedRoutes = [
  defineRoute({
    id: 'site-id.pixel', method: 'GET', path: '/site-id/pixel/:campaignId', summary: 'The script tag of a campaign', ability: ['read', 'Campaign'],
    params: T.Object({ campaignId: CampaignId }),
    response: T.Object({ script: T.String(), seen: T.String(), last_seen_at: T.Union([T.String(), T.Null()]) }),
    async handler(ctx, { params }) {
      if (!(await ctx.use(Campaigns).find(params.campaignId))) throw notFound();
      const { script, lastSeenAt } = await ctx.use(Pixels).of(params.campaignId);
      return { script, seen: lastSeenAt ? 'yes' : 'no', last_seen_at: lastSeenAt?.toISOString() ?? null };
    },
  }),
  defineRoute({
    id: 'site-id.embed-check', method: 'POST', path: '/site-id/embed-check', summary: 'Look for the pixel on the campaign page', ability: ['update', 'Campaign'], db: 'intent',
    viewMode: 'allow', rate: 'site-id.checks',
    body: T.Object({ campaignId: CampaignId }), response: T.Object({ found: T.Boolean(), message: T.String() }),
    handler: (ctx, { body }) => checkEmbed(ctx, body.campaignId),
  }),
];
