import { defineRoute, T } from '../../../core/contract.ts';
import { checkEmbed, pixelOf } from './embed.service.ts';
import { snippetsOf } from './pixel-snippets.ts';

const CampaignId = T.Integer({ minimum: 1, maximum: 2_147_483_647 });

export const embedRoutes = [
  defineRoute({
    id: 'site-id.pixel',
    method: 'GET',
    path: '/site-id/pixel/:campaignId',
    summary: 'The script tag of a campaign, and further texts to copy into its website',
    ability: ['read', 'Campaign'],
    params: T.Object({ campaignId: CampaignId }),
    response: T.Object({
      campaign_id: T.Integer(),
      script: T.String(),
      consent_tag: T.String(),
      consent_call: T.String(),
      hash_tag: T.String(),
      identify_call: T.String(),
      event_call: T.String(),
      policy: T.String(),
      nonce_tag: T.String(),
      seen: T.Enum(['yes', 'no']),
      last_seen_at: T.Union([T.String(), T.Null()]),
    }),
    async handler(ctx, { params }) {
      const { script, lastSeenAt } = await pixelOf(ctx, params.campaignId);
      return {
        campaign_id: params.campaignId,
        ...snippetsOf(script),
        seen: lastSeenAt ? ('yes' as const) : ('no' as const),
        last_seen_at: lastSeenAt?.toISOString() ?? null,
      };
    },
  }),
  defineRoute({
    id: 'site-id.embed-check',
    method: 'POST',
    path: '/site-id/embed-check',
    summary: 'Look for the pixel on the campaign page',
    ability: ['update', 'Campaign'],
    db: 'intent',
    viewMode: 'allow',
    rate: 'site-id.checks',
    body: T.Object({ campaignId: CampaignId }),
    response: T.Object({ found: T.Boolean(), message: T.String() }),
    handler: async (ctx, { body }) => ({ found: true, message: await checkEmbed(ctx, body.campaignId) }),
  }),
];

/** Each check is a call to somebody else's site. */
export const embedRates = [{ id: 'site-id.checks' as const, points: 20, seconds: 60, by: 'company' as const }];
