import { expect, test } from 'vitest';
import { monthlyBudget } from './budget.ts';

const priced = (limits: { ceiling?: number; leads?: number; per?: string; cents?: number }) => ({
  cost_limit_cents: String(limits.ceiling ?? 0),
  lead_limit: limits.leads ?? 0,
  limit_frequency: limits.per ?? 'day',
  retail_cents: String(limits.cents ?? 200),
  active_retail_cents: null,
  advanced_cents: null,
  active_advanced_cents: null,
  retail_from: null,
  timezone: 'America/Chicago',
});
const november = new Date('2026-11-23T12:00:00Z');
const budget = (limits: Parameters<typeof priced>[0], at = november) =>
  monthlyBudget(priced(limits) as unknown as Parameters<typeof monthlyBudget>[0], at);

test('the monthly ceiling is the budget, whatever its leads are limited to', () =>
  expect(budget({ ceiling: 50_000, leads: 10 })).toBe(50_000));

test('without a ceiling it is what the limit of leads comes to in the month', () => {
  expect(budget({ leads: 10, per: 'day' })).toBe(10 * 30 * 200);
  expect(budget({ leads: 10, per: 'day' }, new Date('2026-12-05T12:00:00Z'))).toBe(10 * 31 * 200);
  expect(budget({ leads: 70, per: 'week' })).toBe(10 * 30 * 200);
  expect(budget({ leads: 100, per: 'month' })).toBe(20_000);
});

test('the month is that of the campaign’s own zone', () =>
  // The first of December in UTC, and still November in Chicago.
  expect(budget({ leads: 1, per: 'day' }, new Date('2026-12-01T03:00:00Z'))).toBe(30 * 200));

test('a campaign without limits, for nothing, or with a limit for good has none', () => {
  for (const limits of [{}, { leads: 10, cents: 0 }, { leads: 10, per: 'total' }]) expect(budget(limits)).toBeNull();
});
