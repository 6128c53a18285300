import { expect, it } from 'vitest';
import { NOTHING, formatDate, formatMoney, formatNumber, percentOf } from './format.ts';
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
