import { randomBytes } from 'node:crypto';
import { type Ctx, notFound, subscribe } from '../../../core/contract.ts';
import { CampaignChanged, Campaigns } from '../../campaign-management/campaigns/contract.ts';
import { type Product, Products } from '../../foundation/companies/contract.ts';
import type { PixelsApi } from './contract.ts';
import { websiteOf } from './websites.ts';
import { addPixel, closePixel, findPixel, isSeen, lastSeenAt, pagesSeen, updatePixel } from './pixels.store.ts';

/** The port: a campaign's pixel as the caller may see it. */
export const pixelsOf = (ctx: Ctx): PixelsApi => ({
  async of(campaignId) {
    const campaign = await ctx.use(Campaigns).find(campaignId);
    const plugin = campaign && pluginOf(ctx, campaign.product);
    if (!campaign || !plugin) throw notFound();
    let pixel = await findPixel(ctx.db, campaignId);
    if (!pixel) {
      const website = await websiteOf(ctx, campaignId);
      await addPixel(ctx.db, { campaign, website, plugin }, randomBytes(12).toString('base64url'));
      pixel = await findPixel(ctx.db, campaignId);
      if (!pixel) throw notFound();
    }
    const owner = await ctx.company(campaign.companyId);
    const origin = await ctx.origin(owner ?? ctx.tenant);
    return { key: pixel.key, script: `<script async src="${origin}/px/${pixel.key}.js"></script>`, lastSeenAt: pixel.seenAt };
  },
  visits: (campaignId, since) => pagesSeen(ctx.db, campaignId, since),
  isSeen: (column, since, until = ctx.now) => isSeen(ctx.db, column, since, until),
  lastSeenAt: (column) => lastSeenAt(ctx.db, column),
});

/** The plugin whose switch counts for a product; undefined when it is off for this agency. */
const pluginOf = (ctx: Ctx, product: Product): string | undefined => ctx.contributions(Products).find((t) => t.product === product)?.plugin;

/** Keeps what the collect endpoint knows of a campaign up to date. Looks the campaign up, so late or repeated events do no harm. */
export const followCampaigns = subscribe({
  id: 'capture.follow-campaigns',
  event: CampaignChanged,
  async run(ctx, { campaignId }) {
    const campaign = await ctx.use(Campaigns).find(campaignId);
    if (!campaign) return closePixel(ctx.db, campaignId, ctx.now);
    const website = await websiteOf(ctx, campaignId);
    await updatePixel(ctx.db, { campaign, website, plugin: pluginOf(ctx, campaign.product) }, ctx.now);
  },
});
