import { type Ctx, dayOf, daysOf, lastDays, type Period, Problem } from '../../core/contract.ts';
import { Campaigns } from '../campaigns/contract.ts';
import type { Product } from '../companies/contract.ts';
import { type DayCount, Leads } from '../leads/contract.ts';
import type { LeadCredit } from './contract.ts';
import { creditsIn } from './credits.ts';

/** The days over which the dashboard looks back. */
export const LOOK_BACK = 30;

/**
 * The days of the dashboard, up to and with today. They are the days of the campaigns, by which visits, caps and bills are counted, and not
 * those of the reader's clock: whoever sits elsewhere sees the same figures. Where campaigns lie in several zones, today is the newest day
 * that one of them has reached.
 */
export async function dashboardDays(ctx: Ctx, count: number): Promise<Period> {
  const zones = await ctx.use(Campaigns).zones();
  const [furthest = ctx.timezone] = zones.sort((a, b) => dayOf(ctx.now, b).localeCompare(dayOf(ctx.now, a)));
  return lastDays(count, furthest, ctx.now);
}

/** What is observed of people are visits of websites so far, and reports call them so. */
export interface DayFigures extends Omit<DayCount, 'observations'> {
  visits: number;
}

/** Counts of every day of the period, days without anything included. */
export async function countsByDay(ctx: Ctx, period: Period, scope: { campaignId?: number; product?: Product } = {}): Promise<DayFigures[]> {
  const { from, to, zone } = period;
  const counted = await ctx.use(Leads).days({ from, to, timezone: zone, ...scope });
  const byDay = new Map(counted.map(({ observations: visits, ...c }) => [c.day, { ...c, visits }]));
  return daysOf(period).map((day) => byDay.get(day) ?? { day, visits: 0, leads: 0, retailCents: 0, wholesaleCents: 0 });
}

/**
 * The dashboard's headline figures; one query over twice the look-back, so that there is a time before to compare with. What is spent is
 * what leads of the last days cost, less what was given back in them.
 */
export async function overview(ctx: Ctx, of: { product?: Product } = {}) {
  const days = await countsByDay(ctx, await dashboardDays(ctx, 2 * LOOK_BACK), of);
  const recent = days.slice(-LOOK_BACK);
  const month = sum(recent, 'leads');
  const before = sum(days.slice(0, -LOOK_BACK), 'leads');
  return {
    today: sum(days.slice(-1), 'leads'),
    week: sum(days.slice(-7), 'leads'),
    month,
    before,
    change: changeText(before, month),
    visits: sum(recent, 'visits'),
    spend: ctx.can('see-prices', 'Report') ? sum(recent, 'retailCents') - (await creditedCents(ctx, of)) : null,
  };
}

const creditedCents = async (ctx: Ctx, of: { product?: Product }): Promise<number> =>
  sum(await creditsIn(ctx, await dashboardDays(ctx, LOOK_BACK), of), 'retailCents');

/** `+25%`, or nothing where there is nothing to compare with. */
export function changeText(before: number, now: number): string {
  if (before === 0) return '';
  const percent = Math.round((100 * (now - before)) / before);
  return `${percent > 0 ? '+' : ''}${percent.toLocaleString('en-US')}%`;
}

/** What became of the visits of the last 30 days, most frequent first, each with its reason in plain words. */
export async function outcomes(ctx: Ctx, of: { product?: Product } = {}) {
  const { from, zone } = await dashboardDays(ctx, LOOK_BACK);
  const counts = await ctx.use(Leads).outcomes({ from, timezone: zone, ...of });
  const all = sum(counts, 'count');
  return counts
    .map(({ name, title, why, count }) => ({
      outcome: name,
      title: ctx.t(title),
      why: ctx.t(why),
      count,
      percent: all === 0 ? 0 : Math.round((100 * count) / all),
    }))
    .sort((a, b) => b.count - a.count);
}

/** More campaigns than this at once would keep the caller waiting; the answer then asks for one client. */
const MOST_CAMPAIGNS = 500;

export interface InvoiceLine {
  day: string;
  /** Null for leads of campaigns that are no longer listed. */
  campaignId: number | null;
  campaign: string;
  leads: number;
  /** Cents for one lead; the average where the price changed within the day. 0 for what was given back. */
  price: number;
  /** Cents; negative for what was given back. */
  amount: number;
}

/** What was sold and what was given back, by day and campaign. The lines always add up to the days as a whole. */
export async function invoiceLines(ctx: Ctx, period: Period): Promise<InvoiceLine[]> {
  const rest = new Map((await countsByDay(ctx, period)).filter(isSold).map((day) => [day.day, { ...day }]));
  const credits = await creditsIn(ctx, period);
  if (rest.size === 0 && credits.length === 0) return [];
  const campaigns = await ctx.use(Campaigns).options();
  if (campaigns.length > MOST_CAMPAIGNS) throw new Problem(422, 'reports.problem.choose-client', { params: { most: MOST_CAMPAIGNS } });
  const names = new Map(campaigns.map(({ value, label }) => [value, label]));
  const lines = credits.map((credit) => creditLine(ctx, credit, names.get(credit.campaignId)));
  for (const { value: campaignId, label: campaign } of campaigns) {
    for (const day of (await countsByDay(ctx, period, { campaignId })).filter(isSold)) {
      lines.push(lineOf(day, campaignId, campaign));
      const left = rest.get(day.day);
      if (left) rest.set(day.day, { ...left, leads: left.leads - day.leads, retailCents: left.retailCents - day.retailCents });
    }
  }
  for (const day of [...rest.values()].filter(isSold)) lines.push(lineOf(day, null, ctx.t('reports.invoice.other')));
  return lines.sort((a, b) => a.day.localeCompare(b.day) || a.campaign.localeCompare(b.campaign));
}

const isSold = (day: DayFigures): boolean => day.leads > 0 || day.retailCents > 0;
const lineOf = ({ day, leads, retailCents }: DayFigures, campaignId: number | null, campaign: string): InvoiceLine => ({
  day,
  campaignId,
  campaign,
  leads,
  price: leads === 0 ? 0 : Math.round(retailCents / leads),
  amount: retailCents,
});

const creditLine = (ctx: Ctx, { day, campaignId, retailCents }: LeadCredit, name: string | undefined): InvoiceLine => ({
  day,
  campaignId: name === undefined ? null : campaignId,
  campaign: ctx.t('reports.invoice.credit', { campaign: name ?? ctx.t('reports.invoice.other') }),
  leads: 0,
  price: 0,
  amount: -retailCents,
});

export const sum = <K extends string>(rows: readonly Record<K, number>[], field: K): number =>
  rows.reduce((total, row) => total + row[field], 0);
