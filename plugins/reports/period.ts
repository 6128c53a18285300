import { DateTime } from 'luxon';
import { invalid } from '../../core/contract.ts';

/** Whole local days of one zone, as the instants between which they lie: `from` belongs to them, `to` does not. */
export interface Period {
  from: Date;
  to: Date;
  /** First and last day, `yyyy-MM-dd`. */
  first: string;
  last: string;
  /** Whose days they are. */
  zone: string;
}

/** Choices of the leads list: today alone, or so many days up to and with today. */
export const SPANS = { today: 1, '7': 7, '30': 30, '90': 90 } as const;
export type Span = keyof typeof SPANS;
/** Those of the report over all agencies, which looks back for up to a year. */
export const LONG_SPANS = { ...SPANS, '365': 365 } as const;
export type LongSpan = keyof typeof LONG_SPANS;

const YEARS = { least: 2000, most: 2100 };

/** The last `count` days up to and with the day of `now`; `skip` moves them that many days back. */
export function lastDays(count: number, zone: string, now: Date, skip = 0): Period {
  const last = DateTime.fromJSDate(now, { zone }).startOf('day').minus({ days: skip });
  return spanning(last.minus({ days: count - 1 }), last);
}

/**
 * The days from `start` to `end`, both included and both `yyyy-MM-dd` in `zone`. An end left open is today; a start left open is
 * `open` days before the end. Throws 422 when they are no days, stand in the wrong order, or span more than `most` days.
 */
export function periodOf(asked: { start?: string; end?: string }, zone: string, now: Date, limits: { open: number; most: number }): Period {
  const end = asked.end === undefined ? DateTime.fromJSDate(now, { zone }).startOf('day') : dayAt('end', asked.end, zone);
  const start = asked.start === undefined ? end.minus({ days: limits.open - 1 }) : dayAt('start', asked.start, zone);
  if (start > end) throw invalid('start', 'reports.problem.order');
  if (start.plus({ days: limits.most }) <= end) throw invalid('start', 'reports.problem.too-long', { days: limits.most });
  return spanning(start, end);
}

/** Every day of the period, `yyyy-MM-dd`, oldest first. Counted on the calendar, so days of 23 or 25 hours are one each. */
export function daysOf(period: Pick<Period, 'first' | 'last'>): string[] {
  const days: string[] = [];
  const last = DateTime.fromISO(period.last, { zone: 'utc' });
  for (let day = DateTime.fromISO(period.first, { zone: 'utc' }); day <= last; day = day.plus({ days: 1 })) days.push(isoDay(day));
  return days;
}

const MINUTE_MS = 60_000;
const MOST_KEPT = 20_000;
const minutes = new Map<string, Map<number, string>>();

/** An instant as `yyyy-MM-dd HH:mm` on the clock of the zone. Files ask for millions, so minutes that were asked for are kept a while. */
export function clockTime(at: Date, zone: string): string {
  const ofZone = minutes.get(zone) ?? minutes.set(zone, new Map()).get(zone)!;
  const minute = Math.floor(at.getTime() / MINUTE_MS);
  const kept = ofZone.get(minute);
  if (kept !== undefined) return kept;
  if (ofZone.size >= MOST_KEPT) ofZone.clear();
  const text = DateTime.fromJSDate(at, { zone }).toFormat('yyyy-MM-dd HH:mm');
  ofZone.set(minute, text);
  return text;
}

function dayAt(field: 'start' | 'end', text: string, zone: string): DateTime {
  // `startOf` matters where the clock skips midnight: such a day begins at one o'clock.
  const day = DateTime.fromISO(text, { zone }).startOf('day');
  if (!day.isValid || day.year < YEARS.least || day.year > YEARS.most) throw invalid(field, 'reports.problem.no-day');
  return day;
}

/** Counting days from one that begins at one o'clock, because the clock skips its midnight, keeps that hour: each bound is set anew. */
const spanning = (start: DateTime, end: DateTime): Period => ({
  from: start.startOf('day').toJSDate(),
  to: end.plus({ days: 1 }).startOf('day').toJSDate(),
  first: isoDay(start),
  last: isoDay(end),
  zone: start.zoneName!,
});

const isoDay = (day: DateTime): string => day.toFormat('yyyy-MM-dd');
