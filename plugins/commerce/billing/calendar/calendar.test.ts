import fc from 'fast-check';
import { DateTime } from 'luxon';
import { describe, expect, test } from 'vitest';
import { duePeriods, nextPeriod, type Period, periodAfter, periodOf } from './periods.ts';
import { activeDays, daysOf, trueUp } from './proration.ts';

const ZONES = ['America/Chicago', 'Asia/Dubai', 'Pacific/Auckland', 'Africa/Cairo', 'Europe/London'] as const;
const local = (iso: string, zone: string): Date => DateTime.fromISO(iso, { zone }).toJSDate();
const anyInstant = fc.date({ min: new Date('2026-01-01'), max: new Date('2029-12-31'), noInvalidDate: true });
const anyZone = fc.constantFrom(...ZONES);
const anyTerm = fc.constantFrom('Weekly', 'Monthly');

describe('periods', () => {
  test('a week runs from Monday to Sunday and is charged on the Monday after, at six', () => {
    const week = periodOf('Weekly', local('2027-03-10T12:00', 'America/Chicago'), 'America/Chicago');
    expect([week.first, week.last]).toEqual(['2027-03-08', '2027-03-14']);
    // The clocks go forward on its last day.
    expect(week.due).toEqual(local('2027-03-15T06:00', 'America/Chicago'));
    expect(week.end.getTime() - week.start.getTime()).toBe((7 * 24 - 1) * 3_600_000);
  });

  test('a month is charged on the first of the next, at six, also over a leap day', () => {
    const month = periodOf('Monthly', local('2028-02-29T23:59:59', 'Asia/Dubai'), 'Asia/Dubai');
    expect([month.first, month.last]).toEqual(['2028-02-01', '2028-02-29']);
    expect(month.due).toEqual(local('2028-03-01T06:00', 'Asia/Dubai'));
  });

  test('every instant lies in exactly one period, and each begins where the one before ends', () => {
    fc.assert(
      fc.property(anyTerm, anyInstant, anyZone, (term, at, zone) => {
        const period = periodOf(term, at, zone);
        expect(period.start <= at && at < period.end).toBe(true);
        expect(nextPeriod(period, zone).start).toEqual(period.end);
        expect(periodOf(term, period.start, zone)).toEqual(period);
        expect(periodOf(term, new Date(period.end.getTime() - 1), zone)).toEqual(period);
      }),
    );
  });

  test('in zones that change, they still follow on each other, and no local day is in two or in none', () => {
    const anyZones = fc.array(fc.constantFrom(...ZONES, 'Pacific/Kiritimati', 'Pacific/Pago_Pago'), { minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(anyTerm, anyInstant, anyZones, (term, at, [first, ...zones]) => {
        let before: Period = periodOf(term, at, first!);
        for (const zone of zones) {
          const next = nextPeriod(before, zone);
          expect(next.start).toEqual(before.end);
          expect(next.end > next.start && next.due > before.due).toBe(true);
          expect(DateTime.fromISO(before.last).plus({ days: 1 }).toISODate()).toBe(next.first);
          // Whoever begins within it, or in the hours before its first day, finds the same.
          for (const moment of [next.start, new Date(next.end.getTime() - 1)]) {
            const found = periodAfter(before, moment, zone);
            expect([found.first, found.start <= moment, found.start >= before.end]).toEqual([next.first, true, true]);
          }
          // A day that the old zone had already is not counted anew.
          const missing = daysOf(next) - activeDays(next, [{ from: at, to: null }]);
          expect([0, 1]).toContain(missing);
          if (zone === before.zone) expect(missing).toBe(0);
          before = next;
        }
      }),
    );
  });

  test('whoever looks once sees the same periods fall due as whoever looks every few hours', () => {
    fc.assert(
      fc.property(anyTerm, anyInstant, anyZone, fc.integer({ min: 5, max: 30 }), (term, since, zone, hours) => {
        const until = new Date(since.getTime() + 400 * 86_400_000);
        const seen = new Set<string>();
        for (let now = since.getTime(); now < until.getTime(); now += hours * 3_600_000)
          for (const period of duePeriods(term, since, new Date(now), zone)) seen.add(period.first);
        for (const period of duePeriods(term, since, until, zone)) seen.add(period.first);
        expect([...seen]).toEqual(duePeriods(term, since, until, zone).map((p) => p.first));
      }),
      { numRuns: 3 },
    );
  });
});

describe('proration', () => {
  const zone = 'America/Chicago';
  const march = periodOf('Monthly', local('2027-03-15', zone), zone);

  test('counts each local day once, however often something was on in it', () => {
    const on = (from: string, to: string | null) => ({ from: local(from, zone), to: to === null ? null : local(to, zone) });
    expect(activeDays(march, [on('2027-01-01', null)])).toBe(31);
    expect(activeDays(march, [on('2027-03-31T23:59', null)])).toBe(1);
    expect(activeDays(march, [on('2027-03-10T08:00', '2027-03-10T09:00'), on('2027-03-10T20:00', '2027-03-11T00:00')])).toBe(1);
    expect(activeDays(march, [on('2027-03-13T12:00', '2027-03-15T12:00')])).toBe(3); // over the change of clocks
    expect(activeDays(march, [on('2027-04-01', null), on('2027-01-01', '2027-02-01')])).toBe(0);
    expect(daysOf(march)).toBe(31);
  });

  test('asks for the missing part of the minimum and for nothing beyond it', () => {
    expect(trueUp(10_000, 2_500, { active: 31, all: 31 })).toBe(7_500);
    expect(trueUp(10_000, 0, { active: 10, all: 31 })).toBe(3_226);
    expect(trueUp(10_000, 20_000, { active: 31, all: 31 })).toBe(0);
    expect(trueUp(0, 0, { active: 31, all: 31 })).toBe(0);
    expect(trueUp(10_000, 0, { active: 0, all: 31 })).toBe(0);
  });

  test('shares of all days add up to the minimum within a cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), fc.integer({ min: 0, max: 30 }), (cents, active) => {
        const whole = trueUp(cents, 0, { active, all: 30 }) + trueUp(cents, 0, { active: 30 - active, all: 30 });
        expect(Math.abs(whole - cents)).toBeLessThanOrEqual(1);
      }),
    );
  });
});
