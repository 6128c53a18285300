/** How overviews write their figures and times: no part of the first script. */
import type { FigureFormat } from '../../../core/contract/page.ts';
import { NOTHING, dateFormat, formatDate, formatMoney, formatNumber, languageOf, numeric } from './format.ts';

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
  return dateFormat('hour', locale).format(date);
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
