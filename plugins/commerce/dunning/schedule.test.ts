import { DateTime } from 'luxon';
import { describe, expect, test } from 'vitest';
import { agencyGraceEnd, arrearsAt, nextTry } from './schedule.ts';

const local = (iso: string, zone: string): Date => DateTime.fromISO(iso, { zone }).toJSDate();

describe('dunning', () => {
  const zone = 'America/New_York';
  const failed = local('2027-03-13T18:30', zone);

  test('tries again after one, three, five and seven days at ten, and then no more', () => {
    expect([1, 2, 3, 4, 5].map((tries) => nextTry(failed, tries, zone, false))).toEqual([
      local('2027-03-14T10:00', zone), // the clocks went forward in the night
      local('2027-03-16T10:00', zone),
      local('2027-03-18T10:00', zone),
      local('2027-03-20T10:00', zone),
      null,
    ]);
    expect(nextTry(failed, 1, zone, true)).toBeNull();
  });

  test('ends in suspension after two weeks and stopped campaigns after thirty days', () => {
    const on = (day: string) => arrearsAt(failed, local(day, zone), zone);
    expect(['2027-03-26T23:59', '2027-03-27T00:00', '2027-04-11T23:59', '2027-04-12T00:00'].map(on)).toEqual([
      'failed',
      'suspended',
      'suspended',
      'stopped',
    ]);
  });

  test("lets an agency's clients go on for three days", () => {
    expect(agencyGraceEnd(new Date('2027-03-13T00:00:00Z'))).toEqual(new Date('2027-03-16T00:00:00Z'));
  });
});
