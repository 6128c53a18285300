import { DateTime } from 'luxon';
import { invalid } from './problem.ts';

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

/** A period with the one before it that it is compared with. */
export interface ComparedPeriod extends Period {
  before: Period;
}

/** Periods with a name, which move on with the days. */
export const PERIOD_NAMES = ['today', '7d', '30d', '90d', 'month', 'last-month'] as const;
export type PeriodName = (typeof PERIOD_NAMES)[number];

const DAYS: ReadonlyMap<string, number> = new Map([
  ['today', 1],
  ['7d', 7],
  ['30d', 30],
  ['90d', 90],
]);
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const YEARS = { least: 2000, most: 2100 };
/** A leap year: what a screen shows day by day. */
const MOST_DAYS = 366;

/** The last `count` days up to and with the day of `now`; `skip` moves them that many days back. */
export function lastDays(count: number, zone: string, now: Date, skip = 0): Period {
  const last = DateTime.fromJSDate(now, { zone }).startOf('day').minus({ days: skip });
  return spanning(last.minus({ days: count - 1 }), last);
}

/**
 * The days from `start` to `end`, both included and both `yyyy-MM-dd` in `zone`. An end left open is today; a start left open is
 * `open` days before the end. Throws 422 at `fields` when they are no days, stand in the wrong order, or span more than `most` days.
 */
export function daysBetween(
  asked: { start?: string | undefined; end?: string | undefined },
  zone: string,
  now: Date,
  limits: { open: number; most: number },
  fields = { start: 'start', end: 'end' },
): Period {
  const end = asked.end === undefined ? DateTime.fromJSDate(now, { zone }).startOf('day') : dayAt(fields.end, asked.end, zone);
  const start = asked.start === undefined ? end.minus({ days: limits.open - 1 }) : dayAt(fields.start, asked.start, zone);
  if (start > end) throw invalid(fields.start, 'core.problem.days-order');
  if (start.plus({ days: limits.most }) <= end) throw invalid(fields.start, 'core.problem.days-too-many', { days: limits.most });
  return spanning(start, end);
}

/**
 * The period that a page's `?period=` names, in the days of `zone`: one of `PERIOD_NAMES`, or `2026-10-01..2026-10-31`, both days included and at
 * most `most` of them. What is left out is the last 30 days. A month is compared with the same days of the month before, anything else with as
 * many days right before it. Throws 422 at `period` for what is no period.
 */
export function periodOf(text: string | undefined, zone: string, now: Date, most = MOST_DAYS): ComparedPeriod {
  const asked = text ?? '30d';
  const count = DAYS.get(asked);
  if (count !== undefined) return { ...lastDays(count, zone, now), before: lastDays(count, zone, now, count) };
  const today = DateTime.fromJSDate(now, { zone }).startOf('day');
  if (asked === 'month') return monthTo(today);
  if (asked === 'last-month') return monthTo(today.startOf('month').minus({ days: 1 }));
  const [start, end, ...more] = asked.split('..');
  if (!start || !end || more.length > 0) throw invalid('period', 'core.problem.period');
  const period = daysBetween({ start, end }, zone, now, { open: 1, most }, { start: 'period', end: 'period' });
  const days = daysOf(period).length;
  const first = dayAt('period', period.first, zone);
  return { ...period, before: spanning(first.minus({ days }), first.minus({ days: 1 })) };
}

/** The month up to and with its day `last`, and the same days of the month before: all of it where the month is over. */
function monthTo(last: DateTime): ComparedPeriod {
  const start = last.startOf('month');
  const earlier = start.minus({ months: 1 });
  const isWhole = last.day === last.daysInMonth;
  const until = isWhole ? earlier.endOf('month') : earlier.set({ day: Math.min(last.day, earlier.daysInMonth!) });
  return { ...spanning(start, last), before: spanning(earlier, until.startOf('day')) };
}

/**
 * Every day of the period, `yyyy-MM-dd`, oldest first; none of what has no days. Counted on the calendar, so days of 23 or 25 hours are one each: in
 * UTC every day is as long as any other, and plain dates count them in a fraction of the time that Luxon takes.
 */
export function daysOf({ first, last }: Pick<Period, 'first' | 'last'>): string[] {
  const days: string[] = [];
  const end = midnight(last).getTime();
  for (const at = midnight(first); at.getTime() <= end; at.setUTCDate(at.getUTCDate() + 1))
    days.push(at.toISOString().slice(0, 'yyyy-MM-dd'.length));
  return days;
}

const midnight = (day: string): Date => new Date(`${day}T00:00:00Z`);

function dayAt(field: string, text: string, zone: string): DateTime {
  // `startOf` matters where the clock skips midnight: such a day begins at one o'clock.
  const day = DateTime.fromISO(text, { zone }).startOf('day');
  if (!DAY.test(text) || !day.isValid || day.year < YEARS.least || day.year > YEARS.most) throw invalid(field, 'core.problem.no-day');
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
