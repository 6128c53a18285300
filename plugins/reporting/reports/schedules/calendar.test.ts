import { describe, expect, test } from 'vitest';
import { nextAfter, periodBefore } from './calendar.ts';

const CHICAGO = 'America/Chicago';
const next = (frequency: 'daily' | 'weekly' | 'monthly', now: string, zone = CHICAGO): string =>
  nextAfter(frequency, zone, new Date(now)).toISOString();

describe('the next report', () => {
  test.each([
    // Before and after seven in the morning, and at seven itself.
    ['daily', '2026-06-10T11:59:00Z', '2026-06-10T12:00:00.000Z'],
    ['daily', '2026-06-10T12:00:00Z', '2026-06-11T12:00:00.000Z'],
    // The night in which the clock goes forward, and back: seven on the clock is another hour of the world.
    ['daily', '2026-03-07T14:00:00Z', '2026-03-08T12:00:00.000Z'],
    ['daily', '2026-10-31T13:00:00Z', '2026-11-01T13:00:00.000Z'],
    // Mondays, and firsts of a month.
    ['weekly', '2026-11-22T20:00:00Z', '2026-11-23T13:00:00.000Z'],
    ['weekly', '2026-11-23T13:00:00Z', '2026-11-30T13:00:00.000Z'],
    ['monthly', '2026-01-31T20:00:00Z', '2026-02-01T13:00:00.000Z'],
    ['monthly', '2026-12-01T13:00:00Z', '2027-01-01T13:00:00.000Z'],
  ] as const)('%s after %s is due at %s', (frequency, now, at) => expect(next(frequency, now)).toBe(at));

  test('is due where the clock skips midnight, too', () =>
    expect(next('daily', '2026-09-05T20:00:00Z', 'America/Santiago')).toBe('2026-09-06T10:00:00.000Z'));
});

test.each([
  ['daily', '2026-03-09T12:00:00Z', { first: '2026-03-08', last: '2026-03-08' }],
  ['weekly', '2026-11-02T13:00:00Z', { first: '2026-10-26', last: '2026-11-01' }],
  ['monthly', '2026-03-01T13:00:00Z', { first: '2026-02-01', last: '2026-02-28' }],
] as const)('a %s report that is due at %s is of %j', (frequency, at, period) =>
  expect(periodBefore(frequency, CHICAGO, new Date(at))).toEqual(period),
);
