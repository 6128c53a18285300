import { DateTime, Interval, type DateTimeFormatOptions } from 'luxon';
import type { Locale } from './context.ts';

/** Months and weekdays in the reader's language, always by the Gregorian calendar and in Western digits. */
const TAGS: Record<Locale, string> = { en: 'en-US', ar: 'ar-u-nu-latn-ca-gregory' };
const FORMS = {
  short: { ...DateTime.DATETIME_MED, timeZoneName: 'short' },
  long: { ...DateTime.DATETIME_MED, month: 'long', weekday: 'long', timeZoneName: 'short' },
} as const satisfies Record<string, DateTimeFormatOptions>;

const days = new Map<string, string>();
const MOST_DAYS = 5_000;

/**
 * The local day of a moment, as `2027-03-08`. Remembers quarter hours, at whose borders alone a day may begin anywhere in the world, because
 * telling the day is far slower than a look-up.
 */
export function dayOf(at: Date, zone: string): string {
  const key = `${zone} ${Math.floor(at.getTime() / 900_000)}`;
  let day = days.get(key);
  if (day === undefined) {
    if (days.size >= MOST_DAYS) days.clear();
    days.set(key, (day = DateTime.fromJSDate(at, { zone }).toISODate()!));
  }
  return day;
}

/** Such a day as people read it, `Mar 8, 2027`; what is none stays as it is. */
export function dayText(day: string, locale: Locale): string {
  const at = DateTime.fromISO(day, { zone: 'utc' });
  return at.isValid ? at.setLocale(TAGS[locale]).toLocaleString(DateTime.DATE_MED) : day;
}

/** A stretch of such days, the last one with them: `Mar 8 – 14, 2027`. One day stands alone. */
export function daysText(first: string, last: string, locale: Locale): string {
  const [from, to] = [first, last].map((day) => DateTime.fromISO(day, { zone: 'utc' })) as [DateTime, DateTime];
  if (!from.isValid || !to.isValid || from >= to) return dayText(first, locale);
  return Interval.fromDateTimes(from, to).toLocaleString(DateTime.DATE_MED, { locale: TAGS[locale] });
}

/** A month (`2027-03`) as people read it, `March 2027`. */
export const monthText = (month: string, locale: Locale): string =>
  DateTime.fromISO(`${month}-01`, { zone: 'utc' }).setLocale(TAGS[locale]).toLocaleString({ month: 'long', year: 'numeric' });

/** A moment as people read it: `Mar 8, 2027, 10:00 AM EST`, or in the sentence of a mail `Monday, March 8, 2027 at 10:00 AM EST`. */
export const momentText = (at: Date, zone: string, locale: Locale, form: keyof typeof FORMS = 'short'): string =>
  DateTime.fromJSDate(at, { zone }).setLocale(TAGS[locale]).toLocaleString(FORMS[form]);
