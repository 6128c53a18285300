import { type Ctx, defineJob, type MailInput, T } from '../../../../core/contract.ts';
import { mailOwner } from '../../../foundation/accounts/shared.ts';
import { Campaigns } from '../../../campaign-management/campaigns/contract.ts';
import { People } from '../../../tenancy/people/contract.ts';

/** The screen of held visits. */
export const REVIEW_PATH = '/held-visits';

/** Tells the client and its agency, once for each episode, that visits of a campaign are held. */
export const reviewAlarm = defineJob({
  id: 'capture.review-alarm',
  payload: T.Object({ episodeId: T.Integer() }),
  timeoutMs: 30_000,
  async run(ctx, { episodeId }) {
    const [episode] = (await ctx
      .db('capture_episode')
      .where({ id: episodeId })
      .whereNull('told_at')
      .update({ told_at: ctx.now })
      .returning(['campaign_id', 'company_id'])) as { campaign_id: number; company_id: number }[];
    const campaign = episode && (await ctx.use(Campaigns).find(episode.campaign_id));
    if (!campaign) return;
    await tellAgency(ctx, campaign.name);
    await tellClient(ctx, episode.company_id, campaign.name);
  },
});

/** Those of the agency who asked to be told, or else whom its clients turn to. */
async function tellAgency(ctx: Ctx, campaign: string): Promise<void> {
  if (!ctx.has(People)) return;
  const told = await ctx.use(People).notified(ctx.tenant.id);
  const people = told.length > 0 ? told : [await ctx.use(People).customerCare(ctx.tenant.id)];
  for (const person of people) if (person) await ctx.mail({ to: person.email, ...notice(campaign, await ctx.origin()) });
}

async function tellClient(ctx: Ctx, companyId: number, campaign: string): Promise<void> {
  const client = await ctx.company(companyId);
  if (client) await mailOwner(ctx, client, notice(campaign, await ctx.origin(client)));
}

const notice = (campaign: string, origin: string): Omit<MailInput, 'to'> => ({
  subject: 'capture.mail.review.subject',
  text: 'capture.mail.review.text',
  params: { campaign, link: `${origin}${REVIEW_PATH}` },
  about: 'notice',
});
