import type { Ctx, Period } from '../../core/contract.ts';
import { Campaigns } from '../campaigns/contract.ts';
import { type Product } from '../companies/contract.ts';
import { type LeadCredit, LeadCredits } from './contract.ts';

/** What was given back for leads in a period, of one client or product or of all: whatever is called spend is without it. */
export async function creditsIn(
  ctx: Ctx,
  { from, to, zone }: Period,
  { companyId, product }: { companyId?: number; product?: Product } = {},
): Promise<LeadCredit[]> {
  const [of] = ctx.contributions(LeadCredits);
  const credits = of ? await of(ctx, { from, to, timezone: zone }) : [];
  if ((!product && !companyId) || credits.length === 0) return credits;
  const campaigns = await ctx.use(Campaigns).rules([...new Set(credits.map((credit) => credit.campaignId))]);
  return credits.filter(({ campaignId }) => {
    const campaign = campaigns.get(campaignId);
    return (!product || campaign?.product === product) && (!companyId || campaign?.companyId === companyId);
  });
}
