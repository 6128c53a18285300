import fc from 'fast-check';
import { DateTime } from 'luxon';
import { describe, expect, test } from 'vitest';
import { DEFAULT_ZONE } from '../../../core/contract.ts';
import { fromDay, minimumOf, monthOf, rampOf, spendMonth } from './anniversary.ts';

const local = (iso: string, zone: string): Date => DateTime.fromISO(iso, { zone }).toJSDate();

describe('months of minimum spend', () => {
  test('keep the day on which they began, and do without it where a month lacks it', () => {
    const began = local('2027-01-31T15:00', DEFAULT_ZONE);
    expect([1, 2, 3, 4, 5].map((n) => spendMonth(began, n).first)).toEqual([
      '2027-01-31',
      '2027-02-28',
      '2027-03-31',
      '2027-04-30',
      '2027-05-31',
    ]);
    for (let n = 1; n < 40; n += 1) expect(spendMonth(began, n).end).toEqual(spendMonth(began, n + 1).start);
    expect(spendMonth(began, 1).due).toEqual(local('2027-02-28T06:00', DEFAULT_ZONE));
    expect(spendMonth(began, 1).notice).toEqual(local('2027-02-23T06:00', DEFAULT_ZONE));
  });

  test('climb a ramp', () => {
    const ramp = { firstMonthCents: 0, secondMonthCents: 5_000, monthlyCents: 10_000 };
    expect([1, 2, 3, 30].map((n) => minimumOf(ramp, n))).toEqual([0, 5_000, 10_000, 10_000]);
  });

  test('hold every instant from the first on, each in one', () => {
    const anyDate = fc.date({ min: new Date('2026-01-01'), max: new Date('2032-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(anyDate, fc.integer({ min: 0, max: 1_500 * 86_400_000 }), (clock, later) => {
        const at = new Date(clock.getTime() + later);
        const month = spendMonth(clock, monthOf(clock, at));
        expect(month.start <= at && at < month.end).toBe(true);
      }),
    );
  });

  test('are shared by their days where something begins in them, over a change of clocks too', () => {
    const month = spendMonth(local('2027-03-01', DEFAULT_ZONE), 1);
    expect(fromDay(31_00, local('2027-02-01', DEFAULT_ZONE), month)).toBe(31_00);
    expect(fromDay(31_00, local('2027-03-01T18:00', DEFAULT_ZONE), month)).toBe(31_00);
    expect(fromDay(31_00, local('2027-03-14T23:59', DEFAULT_ZONE), month)).toBe(18_00);
    expect(fromDay(31_00, local('2027-03-31T00:00', DEFAULT_ZONE), month)).toBe(1_00);
  });

  test('of a longer ramp end on its plateau', () => {
    expect([1, 2, 3, 4].map((n) => rampOf([5, 10], 20, n))).toEqual([5, 10, 20, 20]);
  });
});
