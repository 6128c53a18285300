import type { FigureFormat } from '../../../core/contract/page.ts';
import { shownMoney } from '../../../core/contract/money.ts';

/** Numbers follow the United States, whatever the language; dates follow the language and the browser's zone. */
const counts = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

const numeric = (value: unknown): number | null => {
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

const percents = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** A number of percent, `12.5%`. */
export function formatPercent(value: unknown): string {
  const number = numeric(value);
  return number === null ? NOTHING : `${percents.format(number)}%`;
}

/** A figure of an overview. */
export function formatFigure(value: unknown, as: FigureFormat): string {
  return as === 'money' ? formatMoney(value) : as === 'percent' ? formatPercent(value) : formatNumber(value);
}

/** The time of the day of an instant, in the browser's zone. */
export function formatHour(value: unknown, locale: string): string {
  const date = new Date(String(value));
  if (Number.isNaN(date.getTime())) return NOTHING;
  return new Intl.DateTimeFormat(languageOf(locale), { hour: 'numeric', minute: '2-digit' }).format(date);
}

const SINCE: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];

/** How long ago an instant is, or how far off, in short: `12s ago`; what is more than a month away is a day. Both in milliseconds. */
export function formatSince(at: number, now: number, locale: string): string {
  const seconds = Math.trunc((at - now) / 1_000);
  if (Math.abs(seconds) > 30 * 86_400) return formatDate(new Date(at).toISOString(), locale);
  const [unit, size] = SINCE.find(([, least]) => Math.abs(seconds) >= least) ?? ['second', 1];
  return new Intl.RelativeTimeFormat(languageOf(locale), { style: 'narrow', numeric: 'auto' }).format(Math.trunc(seconds / size), unit);
}

/** The day of an instant: today and yesterday by their names. */
export function formatDay(value: unknown, locale: string, today = new Date()): string {
  const date = new Date(String(value));
  if (Number.isNaN(date.getTime())) return NOTHING;
  const midnight = (day: Date): number => new Date(day.getFullYear(), day.getMonth(), day.getDate()).getTime();
  const days = Math.round((midnight(date) - midnight(today)) / 86_400_000);
  if (days !== 0 && days !== -1) return formatDate(value, locale);
  const name = new Intl.RelativeTimeFormat(languageOf(locale), { numeric: 'auto' }).format(days, 'day');
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}
