import type { Ctx, Period } from '../../core/contract.ts';
import { Campaigns } from '../campaigns/contract.ts';
import { type Product } from '../companies/contract.ts';
import { type LeadCredit, LeadCredits } from './contract.ts';

/** What was given back for leads in a period, of one product or of all: whatever is called spend is without it. */
export async function creditsIn(ctx: Ctx, { from, to, zone }: Period, { product }: { product?: Product } = {}): Promise<LeadCredit[]> {
  const [of] = ctx.contributions(LeadCredits);
  const credits = of ? await of(ctx, { from, to, timezone: zone }) : [];
  if (!product || credits.length === 0) return credits;
  const campaigns = await ctx.use(Campaigns).rules([...new Set(credits.map((credit) => credit.campaignId))]);
  return credits.filter((credit) => campaigns.get(credit.campaignId)?.product === product);
}
