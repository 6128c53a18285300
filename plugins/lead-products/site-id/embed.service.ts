import { type Ctx, invalid, notFound, Problem } from '../../../core/contract.ts';
import { type Campaign, Campaigns, type GuardFailure } from '../../campaign-management/campaigns/contract.ts';
import { Pixels } from '../../lead-intake/capture/contract.ts';
import { FIGURES_TOPIC } from '../../lead-intake/leads/contract.ts';
import { lastLook, type Look, saveLook, savePass } from './embed.store.ts';
import { traitsOf } from './source/website-kind.ts';
import { siteOf, websites } from './website.ts';
import { containersIn, inContainer } from './tag-manager.ts';

export const SEEN_WITHIN_MS = 30 * 86_400_000;
/** Answers of sites that keep robots out, and of gateways before sites that do not answer. */
const BLOCKED = new Set([401, 403, 429, 502, 503, 504]);

export interface Pixel {
  script: string;
  /** When a visitor or a check last met the pixel on the site. */
  lastSeenAt: Date | null;
  look: Look;
}

/** A Site ID campaign's pixel. Throws 404 for a campaign of others or of another product. */
export async function pixelOf(ctx: Ctx, campaignId: number): Promise<Pixel> {
  await siteCampaign(ctx, campaignId);
  const { script, lastSeenAt } = await ctx.use(Pixels).of(campaignId);
  const look = await lastLook(ctx, campaignId);
  return { script, look, lastSeenAt: latest(look.passedAt, lastSeenAt) };
}

/** The later of two moments, of which there may be none. */
export const latest = (a: Date | null, b: Date | null): Date | null => (a && (!b || a > b) ? a : b);

/** The pixel was met so lately that it is there. */
export const isRecent = (at: Date | null | undefined, now: Date): boolean => Boolean(at) && now.getTime() - at!.getTime() < SEEN_WITHIN_MS;

/** A campaign collects only from a page that carries its pixel; the agency may take its client's word for it. */
export async function pixelGuard(ctx: Ctx, campaign: Campaign): Promise<GuardFailure[]> {
  // Without a website nobody's visits count: the script only collects the names of the sites that it runs on.
  const site = (await websites.of(ctx, [campaign.id])).get(campaign.id);
  const hosts: GuardFailure[] = site?.hosts.length ? [] : [{ code: 'site-id.guard.hosts', overridable: true }];
  const { lastSeenAt } = await pixelOf(ctx, campaign.id);
  return isRecent(lastSeenAt, ctx.now) ? hosts : [...hosts, { code: 'site-id.guard.pixel', overridable: true }];
}

/** Fetches the campaign's page and looks for its pixel; a pass is remembered. The page's text goes nowhere. Throws 504 for a page that lets no robot in. */
export async function checkEmbed(ctx: Ctx, campaignId: number): Promise<string> {
  const { url, key, usesTagManager } = await ctx.transaction(async (tx) => {
    await siteCampaign(tx, campaignId);
    const site = await siteOf(tx, campaignId);
    return { url: site?.url, usesTagManager: site?.gtm_installed, key: (await tx.use(Pixels).of(campaignId)).key };
  });
  if (!url) throw invalid('urlCode', 'site-id.check.no-url');
  const page = await ctx.http.fetch({ method: 'GET', url, headers: { accept: 'text/html' } }).catch((error: unknown) => {
    if (error instanceof Problem) throw error;
    return { status: 504, headers: {}, body: '' };
  });
  if (page.status < 300)
    await ctx.transaction(async (tx) => {
      const campaign = await siteCampaign(tx, campaignId);
      await saveLook(tx, campaign, traitsOf(page));
      // Whether the pixel is there or not, what the website runs on is known now.
      await tx.live(FIGURES_TOPIC, campaign.companyId);
    });
  if (BLOCKED.has(page.status)) throw new Problem(504, 'site-id.check.blocked');
  if (page.status >= 400) throw new Problem(422, 'site-id.check.status', { params: { status: page.status } });
  if (page.status >= 300) throw new Problem(422, 'site-id.check.moved');
  if (!page.body.includes(key)) {
    const containers = containersIn(page.body, url);
    if (!usesTagManager) throw new Problem(422, containers.length > 0 ? 'site-id.check.tag-manager' : 'site-id.check.missing');
    if (containers.length === 0) throw new Problem(422, 'site-id.check.no-container');
    if (!(await inContainer(ctx, containers, key))) throw new Problem(422, 'site-id.check.container');
  }
  await ctx.transaction(async (tx) => {
    const campaign = await siteCampaign(tx, campaignId);
    await savePass(tx, campaign);
    await tx.live('campaigns', campaign.companyId);
    await tx.live(FIGURES_TOPIC, campaign.companyId);
  });
  return ctx.t('site-id.check.found');
}

/** A campaign of this product within the caller's sight; throws 404. */
export async function siteCampaign(ctx: Ctx, campaignId: number): Promise<Campaign> {
  const campaign = await ctx.use(Campaigns).find(campaignId);
  if (campaign?.product !== 'local') throw notFound();
  return campaign;
}
