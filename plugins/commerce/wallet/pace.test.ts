import { describe, expect, test } from 'vitest';
import { daysLeft } from './pace.ts';

describe('the days that a wallet lasts', () => {
  test('follow from the last seven days, rounded down', () => {
    expect(daysLeft(10_000, 7_000)).toBe(10);
    expect(daysLeft(9_999, 7_000)).toBe(9);
    expect(daysLeft(100, 7_000)).toBe(0);
  });
  test('have no end where nothing was spent, or more came back than went', () => {
    expect(daysLeft(10_000, 0)).toBeNull();
    expect(daysLeft(10_000, -5)).toBeNull();
    expect(daysLeft(0, 0)).toBeNull();
  });
  test('are none in a wallet that is empty or overdrawn', () => {
    expect(daysLeft(0, 1)).toBe(0);
    expect(daysLeft(-500, 1)).toBe(0);
  });
});
