import { type ComparedPeriod, type Ctx, daysOf, lastDays, type Period, T } from '../../../core/contract.ts';
import type { CampaignFilter } from '../../campaign-management/campaigns/contract.ts';
import { type ConversionFigures, Conversions, type Credited } from './contract.ts';
import { amountsText } from './amounts.ts';
import { creditsIn } from './credits.ts';
import { budgetFigure } from './dashboard/budget.ts';
import { countsByDay, type DayFigures, sum } from './figures.service.ts';

/** A figure beside that of the period before, with those of its days; null for who is not to see it. */
export const Figure = T.Union([
  T.Object({ value: T.Number(), before: T.Number(), line: T.Optional(T.Array(T.Number())), note: T.Optional(T.String()) }),
  T.Null(),
]);
/** Figures of a period beside the period before. Money in cents, shares in percent; null for those who are not to see it. */
export const Trends = T.Object({
  /** Leads of this day beside those of the day before, whatever the period. */
  today: Figure,
  visits: Figure,
  leads: Figure,
  /** Leads of a hundred visits. */
  share: Figure,
  /** What leads did on the websites that they came from, and how many that is of a hundred leads; null where nothing of it is known. */
  conversions: Figure,
  rate: Figure,
  /** What clients pay, without what was given back; for a client, what they spend. */
  revenue: Figure,
  spend: Figure,
  /** What a lead cost the client, for the client. */
  each: Figure,
  /** What the client's running campaigns spent this month of what they may, whatever the period. */
  budget: T.Union([T.Object({ value: T.Number(), note: T.String() }), T.Null()]),
  /** What the agency pays for these leads, and what it is left with. */
  cost: Figure,
  margin: Figure,
});

interface Figures {
  days: DayFigures[];
  visits: number;
  leads: number;
  retail: number;
  wholesale: number;
  conversions: ConversionFigures | null;
}

/** The trends of a scope. Clients see what they spend; agency staff who deal with money see revenue, cost and margin. */
export async function trendsOf(ctx: Ctx, scope: CampaignFilter, period: ComparedPeriod) {
  const recent = lastDays(2, period.zone, ctx.now);
  const pays = ctx.can('see-prices', 'Report');
  const earns = pays && ctx.tenant.kind === 'agency';
  const hasBudget = pays && ctx.tenant.kind === 'client' && scope.campaignId === undefined;
  const [counted, credits, conversions, conversionsBefore, budget] = await ctx.together([
    () => countsByDay(ctx, around(period, recent), scope),
    () => creditsIn(ctx, around(period), scope, ['day']),
    () => conversionsIn(ctx, scope, period),
    () => conversionsIn(ctx, scope, period.before),
    async () => (hasBudget ? budgetFigure(ctx, scope.product) : null),
  ]);
  const days = new Map(counted.map((count) => [count.day, count]));
  const now = figuresOf(period, days, credits, conversions);
  const before = figuresOf(period.before, days, credits, conversionsBefore);
  const [yesterday, today] = daysOf(recent).map((day) => days.get(day));
  const figure = (of: (f: Figures) => number, line?: (day: DayFigures) => number) => ({
    value: of(now),
    before: of(before),
    ...(line && { line: now.days.map(line) }),
  });
  const retail = figure(
    (f) => f.retail,
    (day) => day.retailCents,
  );
  return {
    today: { value: today?.leads ?? 0, before: yesterday?.leads ?? 0 },
    visits: figure(
      (f) => f.visits,
      (day) => day.visits,
    ),
    leads: figure(
      (f) => f.leads,
      (day) => day.leads,
    ),
    share: figure((f) => shareOf(f.leads, f.visits)),
    conversions: now.conversions && { ...figure(converted), note: amountsText(now.conversions.amounts) },
    rate: now.conversions && figure((f) => shareOf(converted(f), f.leads)),
    revenue: earns ? retail : null,
    spend: pays && !earns ? retail : null,
    each: pays && !earns ? figure((f) => (f.leads === 0 ? 0 : Math.round(f.retail / f.leads))) : null,
    budget,
    cost: earns
      ? figure(
          (f) => f.wholesale,
          (day) => day.wholesaleCents,
        )
      : null,
    margin: earns
      ? figure(
          (f) => f.retail - f.wholesale,
          (day) => day.retailCents - day.wholesaleCents,
        )
      : null,
  };
}

/** The days of a period, of the one before it and of others, read together. */
function around(period: ComparedPeriod, ...others: Period[]): Period {
  const all = [period, period.before, ...others];
  const first = all.reduce((least, one) => (one.from < least.from ? one : least));
  const last = all.reduce((most, one) => (one.to > most.to ? one : most));
  return { from: first.from, to: last.to, first: first.first, last: last.last, zone: period.zone };
}

function figuresOf(
  period: Period,
  counted: ReadonlyMap<string, DayFigures>,
  credited: readonly (Credited & { day: string })[],
  conversions: ConversionFigures | null,
): Figures {
  const days = daysOf(period).flatMap((day) => counted.get(day) ?? []);
  const credits = credited.filter(({ day }) => day >= period.first && day <= period.last);
  return {
    days,
    visits: sum(days, 'visits'),
    leads: sum(days, 'leads'),
    retail: sum(days, 'retailCents') - sum(credits, 'retailCents'),
    wholesale: sum(days, 'wholesaleCents') - sum(credits, 'wholesaleCents'),
    conversions,
  };
}

/** What leads did, of all campaigns or those of a product; null where nobody knows. */
async function conversionsIn(ctx: Ctx, { campaignId, ...of }: CampaignFilter, period: Period): Promise<ConversionFigures | null> {
  const [conversions] = ctx.contributions(Conversions);
  return conversions && campaignId === undefined ? conversions.between(ctx, period, of) : null;
}
const converted = ({ conversions }: Figures): number => conversions?.conversions ?? 0;

/** Percent with one digit behind the point. */
const shareOf = (part: number, whole: number): number => (whole === 0 ? 0 : Math.round((1000 * part) / whole) / 10);
