import { type Ctx, daysBetween, MOST_COUNTED, type Period } from '../../../../core/contract.ts';
import { type CampaignFilter, Campaigns } from '../../../campaign-management/campaigns/contract.ts';
import { Leads } from '../../../lead-intake/leads/contract.ts';
import { creditsIn } from '../credits.ts';
import { ANY_LENGTH } from '../days.ts';
import { type InvoiceLine, invoiceLines, sum } from '../figures.service.ts';

interface DayLines {
  day: string;
  lines: number;
}
interface Place {
  offset: number;
  perPage: number;
}

/**
 * A page of the lines of `invoiceLines`, the newest first, and how many there are. Only the days on the page are read: an agency with thousands of
 * campaigns sells more in a month than is read at once.
 */
export async function spendPage(
  ctx: Ctx,
  period: Period,
  scope: CampaignFilter,
  { offset, perPage }: Place,
): Promise<{ lines: InvoiceLine[]; total: number; isLeast: boolean }> {
  const { days, isLeast } = await linesByDay(ctx, period, scope, offset + perPage);
  const total = sum(days, 'lines');
  const { first, last, before } = daysOnPage(days, offset, offset + perPage);
  if (!first || !last) return { lines: [], total, isLeast };
  const onPage = daysBetween({ start: first, end: last }, period.zone, ctx.now, { open: 1, most: ANY_LENGTH });
  const lines = (await invoiceLines(ctx, onPage, scope)).toReversed();
  return { lines: lines.slice(offset - before, offset - before + perPage), total, isLeast };
}

/** How many lines each day has, the newest first: all days, or as many as have a good deal more than `wanted` lines. The last may have more then. */
async function linesByDay(
  ctx: Ctx,
  period: Period,
  scope: CampaignFilter,
  wanted: number,
): Promise<{ days: DayLines[]; isLeast: boolean }> {
  const { from, to, zone } = period;
  for (let most = wanted + MOST_COUNTED; ; most *= 4) {
    const [sold, credits] = await ctx.together([
      () => ctx.use(Leads).soldLines({ from, to, timezone: zone, ...scope }, ctx.use(Campaigns).unlisted(), most),
      () => creditsIn(ctx, period, scope, ['day', 'campaignId', 'companyId']),
    ]);
    const lines = new Map(sold.days.map(({ day, lines: ofDay }) => [day, ofDay]));
    const oldest = sold.isLeast ? sold.days.at(-1)!.day : '';
    for (const { day } of credits) if (day >= oldest) lines.set(day, (lines.get(day) ?? 0) + 1);
    const days = [...lines].map(([day, ofDay]) => ({ day, lines: ofDay })).sort((a, b) => b.day.localeCompare(a.day));
    // Where many campaigns are one line, those that were counted may not reach to the end of the page.
    if (!sold.isLeast || sum(days, 'lines') >= wanted) return { days, isLeast: sold.isLeast };
  }
}

/** The days whose lines stand from `begin` to before `end`, the oldest of them first, and how many lines the newer ones have. */
function daysOnPage(days: readonly DayLines[], begin: number, end: number): { first?: string; last?: string; before: number } {
  let place = 0;
  const found: { first?: string; last?: string; before: number } = { before: 0 };
  for (const { day, lines } of days) {
    if (place >= end) break;
    if (place + lines <= begin) found.before = place + lines;
    else {
      found.last ??= day;
      found.first = day;
    }
    place += lines;
  }
  return found;
}
