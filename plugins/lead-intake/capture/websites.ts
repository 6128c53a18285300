import type { Ctx } from '../../../core/contract.ts';
import { type Website, Websites } from './contract.ts';
import { NO_RULES } from './screening/page-rules.ts';

const NONE: Website = { url: '', thankYouUrl: '', hosts: [], rules: NO_RULES, readsForms: false };

/** The website of a campaign; an empty one where its product knows none. */
export async function websiteOf(ctx: Ctx, campaignId: number): Promise<Website> {
  for (const websites of ctx.contributions(Websites)) {
    const found = (await websites.of(ctx, [campaignId])).get(campaignId);
    if (found) return found;
  }
  return NONE;
}
