import type { Ctx, Period } from '../../../core/contract.ts';
import type { CampaignFilter } from '../../campaign-management/campaigns/contract.ts';
import { type Credited, type CreditKeys, LeadCredits } from './contract.ts';

/**
 * What was given back for leads on the days of a period: whatever is called spend is without it. Like leads, it counts on the day that it was in
 * the time zone of its campaign. Summed for each of what `by` tells apart; nothing where no plugin gives anything back.
 */
export async function creditsIn<By extends keyof CreditKeys>(
  ctx: Ctx,
  days: Pick<Period, 'first' | 'last'>,
  of: CampaignFilter,
  by: readonly By[],
): Promise<(Credited & Pick<CreditKeys, By>)[]> {
  const [credits] = ctx.contributions(LeadCredits);
  return credits ? credits(ctx, days, of, by) : [];
}
