import { type Ctx, notFound, Problem } from '../../core/contract.ts';
import { Campaigns, type Campaign, type GuardFailure } from '../campaigns/contract.ts';
import { Pixels } from '../capture/contract.ts';

const SEEN_WITHIN_DAYS = 30;

/** A campaign collects only from a page that carries its pixel; the agency may take its client's word for it. */
export async function pixelGuard(ctx: Ctx, campaign: Campaign): Promise<GuardFailure[]> {
  const { lastSeenAt } = await ctx.use(Pixels).of(campaign.id);
  const seen = lastSeenAt !== null && ctx.now.getTime() - lastSeenAt.getTime() < SEEN_WITHIN_DAYS * 86_400_000;
  return seen ? [] : [{ code: 'site-id.guard.pixel', overridable: true }];
}

export type CheckResult = { found: boolean; message: string };

/** Fetches the campaign's page and looks for its pixel. The page's text goes nowhere. */
export async function checkEmbed(ctx: Ctx, campaignId: number): Promise<CheckResult> {
  const { url, key } = await ctx.transaction(async (tx) => {
    const campaign = await tx.use(Campaigns).find(campaignId);
    if (!campaign) throw notFound();
    return { url: campaign.url, key: (await tx.use(Pixels).of(campaignId)).key };
  });
  if (!url) throw new Problem(422, 'site-id.check.no-url');
  const page = await ctx.http.fetch({ method: 'GET', url, headers: { accept: 'text/html' } }).catch((error: unknown) => {
    if (error instanceof Problem) throw error;
    return { status: 504, body: '' };
  });
  if (page.status === 504 || page.status === 403 || page.status === 429) return { found: false, message: ctx.t('site-id.check.blocked') };
  if (page.status >= 400) return { found: false, message: ctx.t('site-id.check.status', { status: page.status }) };
  const found = page.body.includes(key);
  return { found, message: ctx.t(found ? 'site-id.check.found' : 'site-id.check.missing') };
}
