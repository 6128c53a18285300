import { expect, test } from 'vitest';
import { clockTime } from './clock-time.ts';

test('an instant is written as the clock of the zone shows it', () => {
  expect(clockTime(new Date('2026-11-21T03:00:00Z'), 'America/Chicago')).toBe('2026-11-20 21:00');
});
