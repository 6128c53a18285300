import { type ComparedPeriod, type Ctx, T } from '../../../core/contract.ts';
import type { CampaignFilter } from '../../campaign-management/campaigns/contract.ts';
import { countsByDay } from './figures.service.ts';

/** What a chart asks besides its period: 1 where the period before is to stand beside it. */
export const Compare = T.Optional(T.Enum(['0', '1']));

const Before = T.Optional(T.Union([T.Integer(), T.Null()]));
/** A day, and the one in its place in the period before where these are compared; null where that period is shorter. */
export const ComparedDay = { day: T.String(), visits: T.Integer(), leads: T.Integer(), visitsBefore: Before, leadsBefore: Before };

/**
 * Visits and leads of each day of a period; the first day stands beside the first of the period before, and so on. Where
 * that one is longer, as January before February, its last days are in the figures above the chart alone.
 */
export async function comparedDays(ctx: Ctx, period: ComparedPeriod, scope: CampaignFilter, compare: '0' | '1' | undefined) {
  const [days, before] = await ctx.together([
    () => countsByDay(ctx, period, scope),
    async () => (compare === '1' ? countsByDay(ctx, period.before, scope) : null),
  ]);
  return days.map(({ day, visits, leads }, at) => ({
    day,
    visits,
    leads,
    ...(before && { visitsBefore: before[at]?.visits ?? null, leadsBefore: before[at]?.leads ?? null }),
  }));
}
