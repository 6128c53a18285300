import { type Ctx, notFound, pageOfAll, type Period } from '../../../core/contract.ts';
import type { Product } from '../../foundation/companies/contract.ts';
import { amountsText } from './amounts.ts';
import { type ConversionFigures, Conversions } from './contract.ts';
import { Leads } from '../../lead-intake/leads/contract.ts';
import { Roles } from '../../tenancy/roles/contract.ts';
import { agencyNames } from './analytics.store.ts';
import { creditsIn } from './credits.ts';
import { countsByDay, type DayFigures, sum } from './figures.service.ts';
import { namedPeriod, periodIn } from './days.ts';

/** The report over all agencies: in view mode that is the one which is looked through. */
export interface AnalyticsFilter {
  /** As `periodOf` reads it, in the days of the campaigns. */
  period?: string;
  product?: Product;
}
export interface AnalyticsOrder {
  Page?: number;
  PerPage?: number;
  /** One of `ANALYTICS_SORTS`: the route's schema lets nothing else through. */
  sortby?: string;
  order?: 'asc' | 'desc';
  search?: string;
}
export const ANALYTICS_SORTS = ['agency', 'leads', 'visits', 'conversion', 'conversions', 'retail', 'wholesale'] as const;

export interface Figures {
  visits: number;
  leads: number;
  /** Leads out of a hundred visits, to one decimal. */
  conversion: number;
  /** Those of leads on websites, and what they were worth. */
  conversions: number;
  conversionValue: string;
  /** Cents. */
  retail: number;
  wholesale: number;
}
type Amounts = ConversionFigures['amounts'];
export interface AgencyFigures extends Figures {
  amounts: Amounts;
  id: number;
  agency: string;
}

/**
 * The permission stands outside of the areas that abilities know, so each call asks for it. Throws 404 without it, as the page does;
 * an operator who looks through an account was let in by that.
 */
async function mustSee(ctx: Ctx): Promise<void> {
  if (!(await mayAnalyse(ctx))) throw notFound();
}

/** Whether the caller may know figures of agencies. */
export const mayAnalyse = async (ctx: Ctx): Promise<boolean> =>
  Boolean(ctx.viewedBy) || ctx.use(Roles).permission(ctx.actor.id, 'report_analytics');

/** Ten years: what is looked at is summed up by day. */
const MOST_DAYS = 3_660;
/** The days that are meant, in the days of the campaigns. */
export const analyticsPeriod = (ctx: Ctx, { period }: AnalyticsFilter): Promise<Period> => periodIn(ctx, namedPeriod(period), MOST_DAYS);
const productOf = ({ product }: AnalyticsFilter): { product?: Product } => (product ? { product } : {});

/**
 * All agencies in the sight of the caller in the order of names, those without anything to count included and those that are gone last, in so
 * many statements however many they are. What was given back in the period is no spend of it.
 */
async function figuresByAgency(ctx: Ctx, filter: AnalyticsFilter): Promise<AgencyFigures[]> {
  await mustSee(ctx);
  const period = await analyticsPeriod(ctx, filter);
  const { from, to, zone: timezone } = period;
  const [conversions] = ctx.contributions(Conversions);
  const [counted, credited, converted = new Map<number, ConversionFigures>(), names] = await ctx.together([
    () => ctx.use(Leads).agencies({ ...productOf(filter), from, to, timezone }),
    () => creditsIn(ctx, period, productOf(filter), ['agencyId']),
    async () => conversions?.ofAgencies(ctx, period, productOf(filter)),
    () => agencyNames(ctx),
  ]);
  const rows = new Map(counted.map((c) => [c.agencyId, c]));
  const credits = new Map(credited.map((credit) => [credit.agencyId, credit]));
  const counting = [...rows.keys(), ...credits.keys(), ...converted.keys()].sort((a, b) => a - b);
  return [...new Set([...names.keys(), ...counting])].map((id) => {
    const { observations: visits = 0, leads = 0, retailCents = 0, wholesaleCents = 0 } = rows.get(id) ?? {};
    const back = credits.get(id);
    return {
      id,
      agency: names.get(id) ?? ctx.t('reports.analytics.gone', { id }),
      visits,
      leads,
      conversion: share(leads, visits),
      ...conversionsOf(converted.get(id)),
      retail: retailCents - (back?.retailCents ?? 0),
      wholesale: wholesaleCents - (back?.wholesaleCents ?? 0),
    };
  });
}

function conversionsOf({ conversions, amounts }: ConversionFigures = { conversions: 0, amounts: new Map() }) {
  return { conversions, amounts, conversionValue: amountsText(amounts) };
}

const together = (all: readonly Amounts[]): Amounts => {
  const sums = new Map<string, number>();
  for (const [currency, amount] of all.flatMap((amounts) => [...amounts])) sums.set(currency, (sums.get(currency) ?? 0) + amount);
  return sums;
};

const share = (leads: number, visits: number): number => (visits === 0 ? 0 : Math.round((1_000 * leads) / visits) / 10);

/** The figures of all agencies that match added up. */
export async function analyticsTotals(ctx: Ctx, filter: AnalyticsFilter, asked: AnalyticsOrder = {}): Promise<Figures> {
  const rows = await orderedAgencies(ctx, filter, asked);
  const [visits, leads] = [sum(rows, 'visits'), sum(rows, 'leads')];
  return {
    visits,
    leads,
    conversion: share(leads, visits),
    conversions: sum(rows, 'conversions'),
    conversionValue: amountsText(together(rows.map(({ amounts }) => amounts))),
    retail: sum(rows, 'retail'),
    wholesale: sum(rows, 'wholesale'),
  };
}

/** Visits and leads of every day of the period, over all agencies. */
export async function analyticsDays(ctx: Ctx, filter: AnalyticsFilter): Promise<DayFigures[]> {
  await mustSee(ctx);
  return countsByDay(ctx, await analyticsPeriod(ctx, filter), productOf(filter));
}

/** One page of agencies; those with most leads first unless told otherwise. */
export async function analyticsPageOf(ctx: Ctx, filter: AnalyticsFilter, asked: AnalyticsOrder) {
  const rows = await orderedAgencies(ctx, filter, asked);
  return pageOfAll(rows, asked);
}

/** All agencies that match, in the order of the list. */
export async function orderedAgencies(
  ctx: Ctx,
  filter: AnalyticsFilter,
  { search = '', sortby = 'leads', order }: AnalyticsOrder,
): Promise<AgencyFigures[]> {
  const words = search.trim().toLocaleLowerCase(ctx.locale);
  const rows = (await figuresByAgency(ctx, filter)).filter((row) => row.agency.toLocaleLowerCase(ctx.locale).includes(words));
  const field = sortby as (typeof ANALYTICS_SORTS)[number];
  if (field === 'agency') return order === 'desc' ? rows.toReversed() : rows;
  const turn = order === 'asc' ? 1 : -1;
  // Equal rows stay in the order of names, so that none is on two pages or on neither.
  return rows.sort((a, b) => turn * (a[field] - b[field]));
}
