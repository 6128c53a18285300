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

/** A day. A date without a time is that day everywhere; an instant is shown in the browser's zone. */
export function formatDate(value: unknown, locale: string): string {
  if (!value) return NOTHING;
  const text = String(value);
  const dateOnly = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const date = new Date(dateOnly ? `${text}T00:00:00Z` : typeof value === 'number' ? value : text);
  if (Number.isNaN(date.getTime())) return text;
  return new Intl.DateTimeFormat(languageOf(locale), { ...DAY, ...(dateOnly ? { timeZone: 'UTC' } : {}) }).format(date);
}

/** A day and a time in the browser's zone. */
export function formatTime(value: unknown, locale: string): string {
  if (!value) return NOTHING;
  const date = new Date(typeof value === 'number' ? value : String(value));
  if (Number.isNaN(date.getTime())) return String(value);
  return new Intl.DateTimeFormat(languageOf(locale), { ...DAY, hour: 'numeric', minute: '2-digit' }).format(date);
}
