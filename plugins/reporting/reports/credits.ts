import { type Ctx, dayOf, type Period } from '../../../core/contract.ts';
import { Campaigns } from '../../campaign-management/campaigns/contract.ts';
import { type Product } from '../../foundation/companies/contract.ts';
import { type LeadCredit, LeadCredits } from './contract.ts';

/** Of which leads: all that is given holds. */
export interface Scope {
  campaignId?: number;
  companyId?: number;
  agencyId?: number;
  product?: Product;
}
/** What was given back, on the day that it was in its campaign's time zone. */
export interface DatedCredit extends LeadCredit {
  day: string;
}

/** Further than any two zones are apart. */
const DAY_MS = 86_400_000;

/**
 * What was given back for leads on the days of a period: whatever is called spend is without it. Like leads, it counts on the day that it was in
 * the time zone of its campaign.
 */
export async function creditsIn(ctx: Ctx, { from, to, first, last, zone }: Period, scope: Scope = {}): Promise<DatedCredit[]> {
  const [of] = ctx.contributions(LeadCredits);
  const around = { from: new Date(from.getTime() - DAY_MS), to: new Date(to.getTime() + DAY_MS) };
  const credits = (of ? await of(ctx, around) : []).filter(
    ({ campaignId, companyId, agencyId }) =>
      (scope.campaignId === undefined || campaignId === scope.campaignId) &&
      (scope.companyId === undefined || companyId === scope.companyId) &&
      (scope.agencyId === undefined || agencyId === scope.agencyId),
  );
  if (credits.length === 0) return [];
  const campaigns = await ctx.use(Campaigns).rules([...new Set(credits.map((credit) => credit.campaignId))]);
  return credits
    .map((credit) => ({ ...credit, day: dayOf(credit.at, campaigns.get(credit.campaignId)?.timezone ?? zone) }))
    .filter(
      ({ day, campaignId }) => day >= first && day <= last && (!scope.product || campaigns.get(campaignId)?.product === scope.product),
    );
}
