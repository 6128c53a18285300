import { DateTime } from 'luxon';

export const FREQUENCIES = ['day', 'week', 'month', 'total'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** Stands for "never again": the end of a window that has none. */
const FOREVER = new Date('9999-12-31T00:00:00Z');

/** Local date (yyyy-MM-dd) on which the cap window of a moment begins in the campaign's zone; weeks begin on Monday. */
export function windowStart(at: Date, frequency: Frequency, timezone: string): string {
  return frequency === 'total' ? '1970-01-01' : DateTime.fromJSDate(at, { zone: timezone }).startOf(frequency).toISODate()!;
}

/** First instant after the cap window that a moment lies in. */
export function windowEnd(at: Date, frequency: Frequency, timezone: string): Date {
  if (frequency === 'total') return FOREVER;
  return DateTime.fromJSDate(at, { zone: timezone })
    .startOf(frequency)
    .plus({ [frequency]: 1 })
    .startOf(frequency)
    .toJSDate();
}

/** First instant of a typed local date in a zone. */
export const startOfDate = (date: string, timezone: string): Date => DateTime.fromISO(date, { zone: timezone }).startOf('day').toJSDate();

/** Last instant of a typed local date, which is itself included. */
export const endOfDate = (date: string, timezone: string): Date => DateTime.fromISO(date, { zone: timezone }).endOf('day').toJSDate();

/** A date that stands in the calendar, not merely looks like one. */
export const isDate = (text: string): boolean => DateTime.fromFormat(text, 'yyyy-MM-dd', { zone: 'utc' }).isValid;

/** The local date of a moment. */
export const dateIn = (at: Date, timezone: string): string => DateTime.fromJSDate(at, { zone: timezone }).toISODate()!;
