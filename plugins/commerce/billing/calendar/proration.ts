import { DateTime, Interval } from 'luxon';
import type { Period } from './periods.ts';

/** When something was on; an open end means that it still is. */
export interface Active {
  from: Date;
  to: Date | null;
}

/** How many local days of a period something was on, be it for a minute. */
export function activeDays(period: Period, active: readonly Active[]): number {
  const { zone } = period;
  const days = new Set<string>();
  for (const { from, to } of active) {
    const begin = new Date(Math.max(from.getTime(), period.start.getTime()));
    const end = new Date(Math.min((to ?? period.end).getTime(), period.end.getTime()));
    if (begin >= end) continue;
    const first = DateTime.fromJSDate(begin, { zone }).startOf('day');
    const whole = Interval.fromDateTimes(first, DateTime.fromJSDate(end, { zone }));
    for (const day of whole.splitBy({ days: 1 })) {
      // Hours before its first local day are in it when the zone has changed.
      const date = day.start!.toISODate();
      days.add(date < period.first ? period.first : date);
    }
  }
  return days.size;
}

/** Local days in a period; a day with a change of clocks is one day. */
export const daysOf = (period: Period): number =>
  Math.round(DateTime.fromISO(period.last, { zone: 'utc' }).diff(DateTime.fromISO(period.first, { zone: 'utc' }), 'days').days) + 1;

/**
 * What is still owed of a minimum: the minimum's share for the active days, rounded half up to the cent, less what was charged.
 * Cents in, cents out; never negative.
 */
export function trueUp(minimumCents: number, chargedCents: number, days: { active: number; all: number }): number {
  const share = Math.floor((minimumCents * days.active * 2 + days.all) / (days.all * 2));
  return Math.max(0, share - chargedCents);
}
