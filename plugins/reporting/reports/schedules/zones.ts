import { type Ctx, dayOf, DEFAULT_ZONE } from '../../../../core/contract.ts';
import { Campaigns } from '../../../campaign-management/campaigns/contract.ts';

/** By whose clock a report goes out: the zone in which days end last among its campaigns, so that no day of them is still going on. */
export async function lastZone(ctx: Ctx, campaignId: number | null): Promise<string> {
  if (campaignId !== null) return (await ctx.use(Campaigns).byId([campaignId])).get(campaignId)?.timezone ?? DEFAULT_ZONE;
  const zones = await ctx.use(Campaigns).everyZone();
  // Where two have the same day now, the one that is further behind ends it later.
  const behind = (zone: string): string => `${dayOf(ctx.now, zone)} ${clockOf(ctx.now, zone)}`;
  const [last = DEFAULT_ZONE] = zones.sort((a, b) => behind(a).localeCompare(behind(b)));
  return last;
}

const clockOf = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at);
