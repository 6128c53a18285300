import { defineForm, defineRoute, type RateDef, T } from '../../../../core/contract.ts';
import { pixelOf, siteCampaign } from '../embed.service.ts';
import { snippetsOf } from '../pixel-snippets.ts';
import { GUIDE_NAMES, GUIDES } from './guides.ts';

/** Mail to addresses that nobody has confirmed. */
export const developerMailRate: RateDef = { id: 'site-id.developer-mails', points: 10, seconds: 3_600, by: 'company' };

const schema = T.Object({
  campaignId: T.Integer({ minimum: 1, maximum: 2_147_483_647 }),
  email: T.String({ format: 'email', maxLength: 254 }),
  guide: T.Enum([...GUIDE_NAMES]),
});

export const developerMailForm = defineForm({
  id: 'site-id.developer-mail',
  version: 1,
  title: 'site-id.developer-mail',
  button: 'site-id.developer-mail.button',
  saving: 'site-id.developer-mail.sending',
  texts: ['site-id.developer-mail', 'site-id'],
  submit: 'site-id.developer-mail',
  ability: ['update', 'Campaign'],
  schema,
  ui: { campaignId: { widget: 'hidden' }, email: { widget: 'email' }, guide: { widget: 'select' } },
});

/** The tag with its instructions, for whoever looks after the website. Nothing that anybody typed stands in it but the sender's address. */
export const developerMailRoute = defineRoute({
  id: 'site-id.developer-mail',
  method: 'POST',
  path: '/site-id/developer-mail',
  summary: 'Mail the script tag of a campaign with one of the guides; at most ten an hour for a company',
  ability: ['update', 'Campaign'],
  audit: 'site-id.instructions-mailed',
  rate: 'site-id.developer-mails',
  body: schema,
  response: T.Object({ message: T.String() }),
  async handler(ctx, { body: { campaignId, email, guide } }) {
    const campaign = await siteCampaign(ctx, campaignId);
    const snippets = snippetsOf((await pixelOf(ctx, campaign.id)).script);
    await ctx.mail({
      to: email,
      subject: 'site-id.mail.developer.subject',
      text: 'site-id.mail.developer.text',
      params: { email: ctx.actor.email, link: GUIDES[guide].map((snippet) => snippets[snippet]).join('\n\n') },
      texts: { steps: `site-id.guide.${guide}.steps` },
    });
    return { message: ctx.t('site-id.developer-mail.sent', { email }) };
  },
});
