import { type Ctx, dayOf, daysOf, type Period, Problem } from '../../core/contract.ts';
import { Campaigns } from '../campaigns/contract.ts';
import type { Product } from '../companies/contract.ts';
import { type DayCount, Leads } from '../leads/contract.ts';
import type { LeadCredit } from './contract.ts';
import { creditsIn } from './credits.ts';

/**
 * The zone of the dashboard's days. They are the days of the campaigns, by which visits, caps and bills are counted, and not those of the
 * reader's clock: whoever sits elsewhere sees the same figures. Where campaigns lie in several zones, today is the newest day that one of them
 * has reached.
 */
export async function furthestZone(ctx: Ctx): Promise<string> {
  const zones = await ctx.use(Campaigns).zones();
  const [furthest = ctx.timezone] = zones.sort((a, b) => dayOf(ctx.now, b).localeCompare(dayOf(ctx.now, a)));
  return furthest;
}

/** What is observed of people are visits of websites so far, and reports call them so. */
export interface DayFigures extends Omit<DayCount, 'observations'> {
  visits: number;
}

/** Counts of every day of the period, days without anything included. */
export async function countsByDay(
  ctx: Ctx,
  period: Period,
  scope: { campaignId?: number; companyId?: number; agencyId?: number; product?: Product } = {},
): Promise<DayFigures[]> {
  const { from, to, zone } = period;
  const counted = await ctx.use(Leads).days({ from, to, timezone: zone, ...scope });
  const byDay = new Map(counted.map(({ observations: visits, ...c }) => [c.day, { ...c, visits }]));
  return daysOf(period).map((day) => byDay.get(day) ?? { day, visits: 0, leads: 0, retailCents: 0, wholesaleCents: 0 });
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
