import { DateTime } from 'luxon';

export const FREQUENCIES = ['day', 'week', 'month', 'total'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** Beginning of the cap window that a moment lies in, in the campaign's zone; weeks begin on Monday. */
export function windowStart(at: Date, frequency: Frequency, timezone: string): Date {
  if (frequency === 'total') return new Date(0);
  return DateTime.fromJSDate(at, { zone: timezone }).startOf(frequency).toJSDate();
}

/** First instant of a typed local date (yyyy-MM-dd) in a zone. */
export const startOfDate = (date: string, timezone: string): Date => DateTime.fromISO(date, { zone: timezone }).startOf('day').toJSDate();

/** Last instant of a typed local date, which is itself included. */
export const endOfDate = (date: string, timezone: string): Date => DateTime.fromISO(date, { zone: timezone }).endOf('day').toJSDate();

/** A date that stands in the calendar, not merely looks like one. */
export const isDate = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && DateTime.fromISO(text, { zone: 'utc' }).isValid;

/** The local date of a moment. */
export const dateIn = (at: Date, timezone: string): string => DateTime.fromJSDate(at, { zone: timezone }).toISODate()!;
