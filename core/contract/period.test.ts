import { fc, test as prop } from '@fast-check/vitest';
import { DateTime } from 'luxon';
import { describe, expect, test } from 'vitest';
import { dayOf } from './day.ts';
import { daysBetween, daysOf, lastDays, periodOf } from './period.ts';
import type { Problem } from './problem.ts';

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
    expect(daysBetween({ start: '2026-07-01', end: '2026-07-01' }, CHICAGO, now, ANY)).toEqual({
      from: new Date('2026-07-01T05:00:00Z'),
      to: new Date('2026-07-02T05:00:00Z'),
      first: '2026-07-01',
      last: '2026-07-01',
      zone: CHICAGO,
    });
    expect(dayOf(now, CHICAGO)).toBe('2026-11-20');
  });

  test('a day on which the clock moves has 23 or 25 hours and is one day', () => {
    expect(hours(daysBetween({ start: '2026-03-08', end: '2026-03-08' }, CHICAGO, now, ANY))).toBe(23);
    expect(hours(daysBetween({ start: '2026-11-01', end: '2026-11-01' }, CHICAGO, now, ANY))).toBe(25);
    expect(daysOf({ first: '2026-10-31', last: '2026-11-02' })).toEqual(['2026-10-31', '2026-11-01', '2026-11-02']);
    expect(daysOf({ first: '2028-02-28', last: '2028-03-01' })).toEqual(['2028-02-28', '2028-02-29', '2028-03-01']);
    expect(daysOf({ first: '2026-10-31', last: '2026-10-30' })).toEqual([]);
    expect(daysOf({ first: 'Invalid DateTime', last: 'Invalid DateTime' })).toEqual([]);
  });

  test('a day whose midnight does not exist begins at one', () => {
    const day = daysBetween({ start: '2026-04-24', end: '2026-04-24' }, 'Africa/Cairo', now, ANY);
    expect(day.from).toEqual(new Date('2026-04-23T22:00:00Z'));
    expect(hours(day)).toBe(23);
  });

  test('open ends: today, and so many days before it', () => {
    expect(daysBetween({}, CHICAGO, now, ANY)).toMatchObject({ first: '2026-10-22', last: '2026-11-20' });
    expect(daysBetween({ end: '2026-03-01' }, CHICAGO, now, ANY)).toMatchObject({ first: '2026-01-31', last: '2026-03-01' });
  });

  test('what is no range is refused', () => {
    expect(fieldOf(() => daysBetween({ start: '2026-02-02', end: '2026-02-01' }, CHICAGO, now, ANY))).toBe('core.problem.days-order');
    expect(fieldOf(() => daysBetween({ start: '2027-01-01' }, CHICAGO, now, ANY))).toBe('core.problem.days-order');
    expect(fieldOf(() => daysBetween({ start: '2026-02-30' }, CHICAGO, now, ANY))).toBe('core.problem.no-day');
    expect(fieldOf(() => daysBetween({ start: '0000-01-01' }, CHICAGO, now, ANY))).toBe('core.problem.no-day');
    expect(fieldOf(() => daysBetween({ start: '2025-01-01', end: '2026-02-05' }, CHICAGO, now, ANY))).toBe('core.problem.days-too-many');
    expect(fieldOf(() => daysBetween({ start: '2025-01-02', end: '2026-02-05' }, CHICAGO, now, ANY))).toBeUndefined();
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

describe('periods that a page names', () => {
  const days = (text: string | undefined, at = now): string[] => {
    const { first, last, before } = periodOf(text, CHICAGO, at);
    return [first, last, before.first, before.last];
  };

  test.for([
    ['today', '2026-11-20', '2026-11-20', '2026-11-19', '2026-11-19'],
    ['7d', '2026-11-14', '2026-11-20', '2026-11-07', '2026-11-13'],
    [undefined, '2026-10-22', '2026-11-20', '2026-09-22', '2026-10-21'],
    ['30d', '2026-10-22', '2026-11-20', '2026-09-22', '2026-10-21'],
    ['90d', '2026-08-23', '2026-11-20', '2026-05-25', '2026-08-22'],
    ['month', '2026-11-01', '2026-11-20', '2026-10-01', '2026-10-20'],
    ['last-month', '2026-10-01', '2026-10-31', '2026-09-01', '2026-09-30'],
    ['2026-10-05..2026-10-05', '2026-10-05', '2026-10-05', '2026-10-04', '2026-10-04'],
    ['2026-10-01..2026-10-31', '2026-10-01', '2026-10-31', '2026-08-31', '2026-09-30'],
  ] as const)('%s: from %s to %s, compared with %s to %s', ([text, ...expected]) => {
    expect(days(text)).toEqual(expected);
  });

  test('a month that is over is compared with all of the one before, and a day that that lacks with its last', () => {
    expect(days('month', new Date('2027-02-28T18:00:00Z'))).toEqual(['2027-02-01', '2027-02-28', '2027-01-01', '2027-01-31']);
    expect(days('month', new Date('2027-03-30T18:00:00Z'))).toEqual(['2027-03-01', '2027-03-30', '2027-02-01', '2027-02-28']);
  });

  test('what is compared touches the period, also where the clock moves between them', () => {
    for (const text of ['today', '7d', '30d', '2026-11-01..2026-11-01', '2026-11-02..2026-11-03']) {
      const { from, before } = periodOf(text, CHICAGO, now);
      expect(before.to).toEqual(from);
    }
  });

  test.for([
    ['', 'core.problem.period'],
    ['31d', 'core.problem.period'],
    ['toString', 'core.problem.period'],
    ['2026-10-01', 'core.problem.period'],
    ['2026-10-01..', 'core.problem.period'],
    ['2026-10-01..2026-10-02..2026-10-03', 'core.problem.period'],
    ['2026-02-30..2026-03-01', 'core.problem.no-day'],
    ['2026-10..2026-11', 'core.problem.no-day'],
    ['2026-10-01T05:00..2026-10-02', 'core.problem.no-day'],
    ['2026-10-02..2026-10-01', 'core.problem.days-order'],
    ['2025-01-01..2026-10-01', 'core.problem.days-too-many'],
  ] as const)('"%s" is refused: %s', ([text, problem]) => {
    expect(fieldOf(() => periodOf(text, CHICAGO, now))).toBe(problem);
  });
});
