import { DateTime } from 'luxon';

/** How often a report goes out. */
export const FREQUENCIES = ['daily', 'weekly', 'monthly'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** In the morning after the period: a day, Monday to Sunday, a calendar month. */
const HOUR = 7;
const UNITS = { daily: 'day', weekly: 'week', monthly: 'month' } as const;

/** When a report goes out next after `now`: at seven in the morning of the zone on the first day after a period, however long its days are. */
export function nextAfter(frequency: Frequency, zone: string, now: Date): Date {
  const unit = UNITS[frequency];
  const began = DateTime.fromJSDate(now, { zone }).startOf(unit);
  const morning = atHour(began);
  return (morning.toJSDate() > now ? morning : atHour(began.plus({ [unit]: 1 }).startOf(unit))).toJSDate();
}

/** The days that a report is of which is due at `at`: the last whole period before. */
export function periodBefore(frequency: Frequency, zone: string, at: Date): { first: string; last: string } {
  const began = DateTime.fromJSDate(at, { zone }).startOf(UNITS[frequency]);
  const day = (time: DateTime): string => time.toFormat('yyyy-MM-dd');
  return { first: day(began.minus({ [UNITS[frequency]]: 1 })), last: day(began.minus({ days: 1 })) };
}

/** Set on the clock: a day whose clock moves has its seven o'clock all the same. */
const atHour = (day: DateTime): DateTime => day.set({ hour: HOUR, minute: 0, second: 0, millisecond: 0 });
