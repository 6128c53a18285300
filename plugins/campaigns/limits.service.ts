import type { Ctx } from '../../core/contract.ts';
import { type CampaignRow, updateCampaign } from './campaign.store.ts';
import { alarmOfCaps } from './cap-alarms.ts';
import { leadNotices } from './lead-notices.job.ts';
import { takePlaces } from './places.store.ts';
import { priceAt } from './price.ts';
import { dateIn, windowEnd } from './windows.ts';

/**
 * Takes up to `want` places of a locked campaign for a moment, answers how many it got, and notes until when its caps are used up.
 * With `want` 0 it only looks, as after a change of the caps.
 */
export async function takeFrom(ctx: Ctx, row: CampaignRow, want: number, at: Date): Promise<number> {
  const day = dateIn(at, row.timezone);
  if ((row.limit_start && day < row.limit_start) || (row.limit_end && day > row.limit_end)) return 0;
  const centsEach = priceAt(row, ctx.now);
  const taken = await takePlaces(
    ctx.db,
    {
      campaignId: row.id,
      companyId: row.company_id,
      timezone: row.timezone,
      leadLimit: row.lead_limit,
      frequency: row.limit_frequency,
      costLimitCents: Number(row.cost_limit_cents),
      centsEach,
    },
    want,
    at,
  );
  const { got, leadsLeft, moneyLeft } = taken;
  if (got > 0) await alarmOfCaps(ctx, row, taken, centsEach);
  if (got > 0 && row.notify_every > 0) await ctx.wake(leadNotices);
  const ends = [
    ...(leadsLeft === 0 ? [windowEnd(at, row.limit_frequency, row.timezone)] : []),
    ...(moneyLeft === 0 ? [windowEnd(at, 'month', row.timezone)] : []),
  ];
  const until = ends.length === 0 ? null : new Date(Math.max(...ends.map(Number)));
  // A late visit of yesterday says nothing about today.
  if (day === dateIn(ctx.now, row.timezone) && until?.getTime() !== row.full_until?.getTime()) {
    await updateCampaign(ctx.db, row.id, { full_until: until });
    await ctx.live('campaigns', row.company_id);
  }
  return got;
}

/** A cap of the campaign is used up for now. */
export const isFull = (row: Pick<CampaignRow, 'full_until'>, now: Date): boolean => row.full_until !== null && row.full_until > now;
