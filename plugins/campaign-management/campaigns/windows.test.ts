import { dollarsOf } from '../../../core/contract.ts';
import { expect, test } from 'vitest';
import { priceOf, advancedAt, priceAt } from './price.ts';
import { mayClear, mayMove, MOVES } from './states.ts';
import { PAUSE_REASONS, STATUSES } from './contract.ts';
import { endOfDate, isDate, startOfDate, windowEnd, windowStart } from './windows.ts';

const CHICAGO = 'America/Chicago';

test('windows begin at local midnight, weeks on Monday, and the total never ends', () => {
  const sundayNight = new Date('2026-11-23T05:59:59Z');
  expect(windowStart(sundayNight, 'day', CHICAGO)).toBe('2026-11-22');
  expect(windowStart(sundayNight, 'week', CHICAGO)).toBe('2026-11-16');
  expect(windowStart(new Date('2026-11-23T06:00:00Z'), 'week', CHICAGO)).toBe('2026-11-23');
  expect(windowStart(sundayNight, 'month', CHICAGO)).toBe('2026-11-01');
  expect(windowStart(sundayNight, 'total', CHICAGO)).toBe(windowStart(new Date('2040-01-01T00:00:00Z'), 'total', 'Asia/Tokyo'));
  expect(windowEnd(sundayNight, 'total', CHICAGO).getUTCFullYear()).toBe(9999);
});

test.each([
  ['a day of 25 hours', '2026-11-01', '2026-11-01T05:00:00.000Z', '2026-11-02T06:00:00.000Z', CHICAGO],
  ['a day of 23 hours', '2026-03-08', '2026-03-08T06:00:00.000Z', '2026-03-09T05:00:00.000Z', CHICAGO],
  ['a day that begins at one in the morning', '2026-04-24', '2026-04-23T22:00:00.000Z', '2026-04-24T21:00:00.000Z', 'Africa/Cairo'],
])('%s has one window and whole bounds', (_what, date, first, next, zone) => {
  expect(startOfDate(date, zone).toISOString()).toBe(first);
  expect(endOfDate(date, zone).getTime()).toBe(new Date(next).getTime() - 1);
  for (let at = Date.parse(first); at < Date.parse(next); at += 30 * 60_000) {
    expect(windowStart(new Date(at), 'day', zone)).toBe(date);
    expect(windowEnd(new Date(at), 'day', zone).toISOString()).toBe(next);
  }
});

test('a date is one that the calendar has', () => {
  expect(['2026-02-29', '2026-13-01', '2026-1-1', 'today', ''].filter(isDate)).toEqual([]);
  expect(isDate('2028-02-29')).toBe(true);
});

test('prices are exact cents', () => {
  expect(['1.50', '$0.07', '12', '0.1'].map(priceOf)).toEqual([150, 7, 1200, 10]);
  expect(['1.505', '-1', '1e3', '', '1000000.01', '1,50'].map(priceOf)).toEqual([null, null, null, null, null, null]);
  expect([0, 7, 150, 100_000_000].map(dollarsOf)).toEqual(['0.00', '0.07', '1.50', '1000000.00']);
});

test('a new price counts from its own moment on', () => {
  const row = {
    retail_cents: '200',
    active_retail_cents: '150',
    advanced_cents: '300',
    active_advanced_cents: null,
    retail_from: new Date('2026-11-22T06:00:00Z'),
  };
  const [before, after] = [new Date('2026-11-22T05:59:59Z'), new Date('2026-11-22T06:00:00Z')];
  expect([priceAt(row, before), advancedAt(row, before)]).toEqual([150, null]);
  expect([priceAt(row, after), advancedAt(row, after)]).toEqual([200, 300]);
  const draft = { ...row, active_retail_cents: null, retail_from: null };
  expect([priceAt(draft, new Date()), advancedAt(draft, new Date())]).toEqual([200, 300]);
});

test('the state machine is the one of the design', () => {
  const moves = STATUSES.flatMap((from) => STATUSES.filter((to) => mayMove(from, to)).map((to) => `${from} ${to}`));
  expect(moves).toHaveLength(Object.values(MOVES).flat().length);
  expect(STATUSES.filter((to) => MOVES.removed.includes(to))).toEqual([]);
  expect(mayMove('active', 'archived')).toBe(false);
  expect(mayMove('stopped', 'active')).toBe(false);
});

test('a pause is taken back by its cause, by who set it, or from above', () => {
  expect(PAUSE_REASONS.filter((r) => mayClear(r, 'client'))).toEqual(['user']);
  expect(PAUSE_REASONS.filter((r) => mayClear(r, 'agency'))).toEqual(['user', 'agency']);
  expect(PAUSE_REASONS.filter((r) => mayClear(r, 'root'))).toEqual([...PAUSE_REASONS]);
});
