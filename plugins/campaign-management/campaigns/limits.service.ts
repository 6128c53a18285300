import type { Ctx } from '../../../core/contract.ts';
import { type CampaignRow, updateCampaign } from './campaign.store.ts';
import { alarmOfCaps } from './cap-alarms.ts';
import { leadNotices } from './lead-notices.job.ts';
import { type Cap, reserveQuota } from './quota.store.ts';
import { priceAt } from './price.ts';
import { dateIn, windowEnd } from './windows.ts';

/**
 * Takes up to `want` places of a locked campaign for a moment, answers how many it got, and notes until when its caps are used up.
 * With `want` 0 it only looks, as after a change of the caps.
 */
export async function takeFrom(
  ctx: Ctx,
  row: CampaignRow,
  want: number,
  at: Date,
  centsEach: number = priceAt(row, ctx.now),
): Promise<number> {
  if (!isOpenOn(row, at)) return 0;
  const day = dateIn(at, row.timezone);
  const taken = await reserveQuota(ctx.db, capOf(row, centsEach), want, at);
  const { got, leadsLeft, moneyLeft } = taken;
  if (got > 0) await alarmOfCaps(ctx, row, taken, centsEach);
  if (got > 0) await noteDueNotice(ctx, row, taken.total);
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

/** Notes that so many leads have come that somebody is to be told of them. */
async function noteDueNotice(ctx: Ctx, row: CampaignRow, total: number): Promise<void> {
  if (row.notify_every === 0 || total - Number(row.noticed_leads) < row.notify_every) return;
  if (!row.notice_due) await updateCampaign(ctx.db, row.id, { notice_due: true });
  await ctx.wake(leadNotices);
}

/** How many places a campaign has now, at most `most`; takes none and notes nothing. */
export async function leftOf(ctx: Ctx, row: CampaignRow, most: number): Promise<number> {
  if (!isOpenOn(row, ctx.now)) return 0;
  const { leadsLeft, moneyLeft } = await reserveQuota(ctx.db, capOf(row, priceAt(row, ctx.now)), 0, ctx.now);
  return Math.min(most, leadsLeft ?? most, moneyLeft ?? most);
}

/** Whether the cap's own dates let the campaign collect at a moment. */
function isOpenOn({ timezone, limit_start: first, limit_end: last }: CampaignRow, at: Date): boolean {
  const day = dateIn(at, timezone);
  return !(first && day < first) && !(last && day > last);
}

const capOf = (row: CampaignRow, centsEach: number): Cap => ({
  campaignId: row.id,
  companyId: row.company_id,
  timezone: row.timezone,
  leadLimit: row.lead_limit,
  frequency: row.limit_frequency,
  costLimitCents: Number(row.cost_limit_cents),
  centsEach,
});

/** A cap of the campaign is used up for now. */
export const isFull = (row: Pick<CampaignRow, 'full_until'>, now: Date): boolean => row.full_until !== null && row.full_until > now;
