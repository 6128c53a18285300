import { fc, test as prop } from '@fast-check/vitest';
import { DateTime } from 'luxon';
import { describe, expect, test } from 'vitest';
import { dayOf, type Problem } from '../../core/contract.ts';
import { clockTime, daysOf, lastDays, periodOf } from './period.ts';

const CHICAGO = 'America/Chicago';
const ANY = { open: 30, most: 400 };
const now = new Date('2026-11-21T03:00:00Z'); // still the 20th in Chicago
const hours = ({ from, to }: { from: Date; to: Date }): number => (to.getTime() - from.getTime()) / 3_600_000;
const fieldOf = (ask: () => unknown): string | undefined => {
  try {
    ask();
  } catch (error) {
    return (error as Problem).errors[0]?.message;
  }
  return undefined;
};

describe('days are those of the zone', () => {
  test('a day begins and ends at local midnight', () => {
    expect(periodOf({ start: '2026-07-01', end: '2026-07-01' }, CHICAGO, now, ANY)).toEqual({
      from: new Date('2026-07-01T05:00:00Z'),
      to: new Date('2026-07-02T05:00:00Z'),
      first: '2026-07-01',
      last: '2026-07-01',
      zone: CHICAGO,
    });
    expect(dayOf(now, CHICAGO)).toBe('2026-11-20');
    expect(clockTime(now, CHICAGO)).toBe('2026-11-20 21:00');
  });

  test('a day on which the clock moves has 23 or 25 hours and is one day', () => {
    expect(hours(periodOf({ start: '2026-03-08', end: '2026-03-08' }, CHICAGO, now, ANY))).toBe(23);
    expect(hours(periodOf({ start: '2026-11-01', end: '2026-11-01' }, CHICAGO, now, ANY))).toBe(25);
    expect(daysOf({ first: '2026-10-31', last: '2026-11-02' })).toEqual(['2026-10-31', '2026-11-01', '2026-11-02']);
  });

  test('a day whose midnight does not exist begins at one', () => {
    const day = periodOf({ start: '2026-04-24', end: '2026-04-24' }, 'Africa/Cairo', now, ANY);
    expect(day.from).toEqual(new Date('2026-04-23T22:00:00Z'));
    expect(hours(day)).toBe(23);
  });

  test('open ends: today, and so many days before it', () => {
    expect(periodOf({}, CHICAGO, now, ANY)).toMatchObject({ first: '2026-10-22', last: '2026-11-20' });
    expect(periodOf({ end: '2026-03-01' }, CHICAGO, now, ANY)).toMatchObject({ first: '2026-01-31', last: '2026-03-01' });
  });

  test('what is no range is refused', () => {
    expect(fieldOf(() => periodOf({ start: '2026-02-02', end: '2026-02-01' }, CHICAGO, now, ANY))).toBe('reports.problem.order');
    expect(fieldOf(() => periodOf({ start: '2027-01-01' }, CHICAGO, now, ANY))).toBe('reports.problem.order');
    expect(fieldOf(() => periodOf({ start: '2026-02-30' }, CHICAGO, now, ANY))).toBe('reports.problem.no-day');
    expect(fieldOf(() => periodOf({ start: '0000-01-01' }, CHICAGO, now, ANY))).toBe('reports.problem.no-day');
    expect(fieldOf(() => periodOf({ start: '2025-01-01', end: '2026-02-05' }, CHICAGO, now, ANY))).toBe('reports.problem.too-long');
    expect(fieldOf(() => periodOf({ start: '2025-01-02', end: '2026-02-05' }, CHICAGO, now, ANY))).toBeUndefined();
  });

  prop.prop([
    // Apia lived through no 30 December 2011: no count of days holds over that one.
    fc.date({ min: new Date('2012-06-01'), max: new Date('2099-01-01'), noInvalidDate: true }),
    fc.constantFrom(CHICAGO, 'Asia/Kathmandu', 'Pacific/Apia', 'Africa/Cairo', 'UTC'),
    fc.integer({ min: 1, max: 90 }),
  ])('the last days hold every local day once, touch the days before, and end after now', (at, zone, count) => {
    const period = lastDays(count, zone, at);
    const before = lastDays(count, zone, at, count);
    expect(before.to).toEqual(period.from);
    expect(daysOf(period)).toHaveLength(count);
    expect(period.from <= at && at < period.to).toBe(true);
    expect(DateTime.fromJSDate(period.from, { zone }).toISODate()).toBe(period.first);
  });
});
