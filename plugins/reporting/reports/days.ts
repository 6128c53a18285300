import { type ComparedPeriod, type Ctx, dayOf, daysBetween, periodOf, type TextOf } from '../../../core/contract.ts';
import { Campaigns } from '../../campaign-management/campaigns/contract.ts';
import type { LeadNarrowing, LeadSpan } from '../../lead-intake/leads/contract.ts';

/**
 * Days of every figure are the days of the campaigns, by which visits, caps and bills are counted, and not those of the reader's clock: whoever sits
 * elsewhere sees the same figures, and a list of leads holds as many as the figure that leads to it. Where campaigns lie in several zones, each
 * counts in its own.
 */

/** A hundred years: a list of leads has no natural limit, only days that exist. */
export const ANY_LENGTH = 36_600;

/** The zone that says what day it is: where campaigns lie in several, today is the newest day that one of them has reached. */
export async function furthestZone(ctx: Ctx): Promise<string> {
  const zones = await ctx.use(Campaigns).zones();
  const [furthest = ctx.timezone] = zones.sort((a, b) => dayOf(ctx.now, b).localeCompare(dayOf(ctx.now, a)));
  return furthest;
}

/** The period that is asked for, in the days of the campaigns. Throws 422 for what is none. */
export const periodIn = async (ctx: Ctx, asked: string | undefined, most?: number): Promise<ComparedPeriod> =>
  periodOf(asked, await furthestZone(ctx), ctx.now, most);

/** Periods as addresses called them before they had names. */
const FORMER: Readonly<Record<string, string>> = { '7': '7d', '30': '30d', '90': '90d' };
export const namedPeriod = (asked: string | undefined): string | undefined => asked && (FORMER[asked] ?? asked);

/** Which leads count on the days from `first` to `last`, each left open where it is not given; of one campaign, or of all in sight. */
export async function leadsOnDays(
  ctx: Ctx,
  { first, last }: { first?: string | undefined; last?: string | undefined },
  campaignId?: number,
): Promise<Pick<LeadNarrowing, 'from' | 'to' | 'spans'>> {
  const [zone = ctx.timezone, ...further] = await ctx.use(Campaigns).everyZone(campaignId);
  if (further.length === 0) return boundsOf(ctx, { first, last }, zone);
  const spans = [zone, ...further].map((of) => ({ campaigns: ctx.use(Campaigns).inZone(of), ...boundsOf(ctx, { first, last }, of) }));
  const times = (bound: 'from' | 'to'): number[] => spans.flatMap((span) => span[bound]?.getTime() ?? []);
  return {
    ...(first && { from: new Date(Math.min(...times('from'))) }),
    ...(last && { to: new Date(Math.max(...times('to'))) }),
    spans,
  };
}

function boundsOf(
  ctx: Ctx,
  { first, last }: { first?: string | undefined; last?: string | undefined },
  zone: string,
): Omit<LeadSpan, 'campaigns'> {
  const { from, to } = daysBetween({ start: first ?? last, end: last ?? first }, zone, ctx.now, { open: 1, most: ANY_LENGTH });
  return { ...(first && { from }), ...(last && { to }) };
}

/** In which time zone days are counted, for people: the zone of all campaigns, or each campaign's own and which these are. */
export async function zoneText(ctx: Ctx, campaignId?: number): Promise<string> {
  const text = await zoneTextOf(ctx, campaignId);
  return typeof text === 'string' ? text : ctx.t(text.key, text.params);
}

/** The same for a mail, which words it in its own language. */
export async function zoneTextOf(ctx: Ctx, campaignId?: number): Promise<string | TextOf> {
  const [only = ctx.timezone, ...more] = await ctx.use(Campaigns).everyZone(campaignId);
  return more.length === 0 ? only : { key: 'reports.zone.each', params: { zones: [only, ...more].slice(0, MOST_NAMED).join(', ') } };
}
/** Further zones are left to the page. */
const MOST_NAMED = 4;
