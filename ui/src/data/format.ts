import { shownMoney } from '../../../core/contract/money.ts';

/** Numbers follow the United States, whatever the language; dates follow the language and the browser's zone. */
const counts = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** A value as a number; null for what is none. */
export const numeric = (value: unknown): number | null => {
  if (value === null || value === undefined || value === '' || typeof value === 'boolean') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
};

export const NOTHING = '–';

/** A count with US separators. */
export function formatNumber(value: unknown): string {
  const number = numeric(value);
  return number === null ? NOTHING : counts.format(number);
}

/** Integer cents as US dollars. */
export function formatMoney(value: unknown): string {
  const cents = numeric(value);
  return cents === null ? NOTHING : shownMoney(cents);
}

/** A share for a bar: between 0 and 100, and 0 for what is no number. */
export const percentOf = (value: unknown): number => Math.max(0, Math.min(100, numeric(value) ?? 0));

/** The language of dates, for what writes them itself: by the Gregorian calendar and in Western digits. */
export const languageOf = (locale: string): string => (locale === 'ar' ? 'ar-u-nu-latn-ca-gregory' : 'en-US');
const DAY: Intl.DateTimeFormatOptions = { year: 'numeric', month: 'short', day: 'numeric' };
const HOUR: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit' };
const FORMS = { day: DAY, dayEverywhere: { ...DAY, timeZone: 'UTC' }, time: { ...DAY, ...HOUR }, hour: HOUR };
const formats = new Map<string, Intl.DateTimeFormat>();

/** What writes dates of a form, in the zone in which the browser was at the first. Kept, as making one takes eighty times what writing a date does. */
export function dateFormat(form: keyof typeof FORMS, locale: string): Intl.DateTimeFormat {
  const key = `${form} ${locale}`;
  const known = formats.get(key) ?? new Intl.DateTimeFormat(languageOf(locale), FORMS[form]);
  formats.set(key, known);
  return known;
}

/** A day. A date without a time is that day everywhere; an instant is shown in the browser's zone. */
export function formatDate(value: unknown, locale: string): string {
  if (!value) return NOTHING;
  const text = String(value);
  const dateOnly = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const date = new Date(dateOnly ? `${text}T00:00:00Z` : typeof value === 'number' ? value : text);
  if (Number.isNaN(date.getTime())) return text;
  return dateFormat(dateOnly ? 'dayEverywhere' : 'day', locale).format(date);
}

/** A day and a time in the browser's zone. */
export function formatTime(value: unknown, locale: string): string {
  if (!value) return NOTHING;
  const date = new Date(typeof value === 'number' ? value : String(value));
  if (Number.isNaN(date.getTime())) return String(value);
  return dateFormat('time', locale).format(date);
}
