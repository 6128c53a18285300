import { expect, it } from 'vitest';
import { NOTHING, formatDate, formatMoney, formatNumber, percentOf } from './format.ts';
import { formatDay, formatFigure, formatSince } from './format-overview.ts';
import { insidePath } from './navigate.ts';

it('writes counts and dollars the United States way', () => {
  expect(formatNumber(1234567)).toBe('1,234,567');
  expect(formatNumber('42')).toBe('42');
  expect(formatMoney('184320050')).toBe('$1,843,200.50');
  expect(formatMoney(-5)).toBe('-$0.05');
  for (const nothing of [null, undefined, '', 'abc', true]) expect(formatMoney(nothing)).toBe(NOTHING);
});
it('keeps a progress value between 0 and 100', () => {
  expect([-1, 0, 49.5, 100, 101, '250', Infinity].map(percentOf)).toEqual([0, 0, 49.5, 100, 100, 100, 0]);
  for (const nothing of [null, undefined, '', 'abc', {}]) expect(percentOf(nothing)).toBe(0);
});
it('keeps a date without time on its day in every zone', () => {
  expect(formatDate('2026-11-21', 'en')).toBe('Nov 21, 2026');
  expect(formatDate('2026-11-21', 'ar')).toContain('21');
  expect(formatDate('soon', 'en')).toBe('soon');
});
it('goes only to addresses inside the application', () => {
  expect(insidePath('/login?a=1')).toBe('/login?a=1');
  for (const bad of ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', null, 5])
    expect(insidePath(bad)).toBeNull();
});
it('writes the figures of overviews', () => {
  expect(formatFigure(1284, 'number')).toBe('1,284');
  expect(formatFigure(192_600, 'money')).toBe('$1,926.00');
  expect(formatFigure(24.64, 'percent')).toBe('24.6%');
  expect(formatFigure(null, 'percent')).toBe(NOTHING);
});
it('says how long ago something is, and the day where that is long', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  const ago = (seconds: number): string => formatSince(now - seconds * 1_000, now, 'en');
  expect([0, 12, 60, 3_599, 3_600, 90_000].map(ago)).toEqual(['now', '12s ago', '1m ago', '59m ago', '1h ago', 'yesterday']);
  expect(ago(-90)).toBe('in 1m');
  expect(ago(40 * 86_400)).toBe('Oct 12, 2026');
  expect(formatSince(now - 12_000, now, 'ar')).toContain('12');
});
it('calls today and yesterday by their names', () => {
  const today = new Date(2026, 10, 21, 9);
  const day = (days: number, locale = 'en'): string => formatDay(new Date(2026, 10, 21 - days, 23, 59).toISOString(), locale, today);
  expect([0, 1, 2].map((days) => day(days))).toEqual(['Today', 'Yesterday', 'Nov 19, 2026']);
  expect([day(0, 'ar'), day(1, 'ar')]).toEqual(['اليوم', 'أمس']);
});
