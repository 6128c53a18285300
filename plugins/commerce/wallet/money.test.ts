import { dollarsOf } from '../../../core/contract.ts';
import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import { autoCents } from './auto-policy.ts';
import { topUpCents, checkAmount } from './top-up-amount.ts';
import { monthOf, monthOrYear } from './month.ts';

describe('dollars', () => {
  test.each([
    ['250', 25_000],
    ['250.5', 25_050],
    ['0.29', 29],
    [1000, 100_000],
    [250.1, 25_010],
    [1.15, 115],
    ['2500.00', 250_000],
    ['.5', 50],
    ['1,000', 100_000],
    ['$1,250.5', 125_050],
    [' 250 ', 25_000],
  ])('%s is %i cents', (dollars, cents) => expect(topUpCents('amount', dollars)).toBe(cents));

  test.each(['', '.', '1e3', '-250', '250.555', '1,00', '10,0000', '$', '٢٥٠', 0.1 + 0.2, 1e21, Number.NaN, '100000.01'])(
    '%s is refused',
    (dollars) => expect(() => topUpCents('amount', dollars)).toThrow('core.problem.invalid'),
  );

  property.prop([fc.integer({ min: 0, max: 10_000_000 })])('survive the way out and in', (cents) => {
    expect(topUpCents('amount', dollarsOf(cents))).toBe(cents);
  });

  test('are written with their sign', () => expect([dollarsOf(-5), dollarsOf(0), dollarsOf(-1205)]).toEqual(['-0.05', '0.00', '-12.05']));

  test('know their minimum by kind', () => {
    expect(() => checkAmount(25_000, false)).not.toThrow();
    expect(() => checkAmount(30_000, false)).toThrow('core.problem.invalid');
    expect(() => checkAmount(249_999, true)).toThrow('core.problem.invalid');
    expect(() => checkAmount(250_000, true)).not.toThrow();
  });
});

describe('automatic top-up', () => {
  const wallet = { amountCents: 25_000, balanceCents: 2_000, lastBalanceCents: 25_000 };
  test('buys the chosen amount', () => expect(autoCents(wallet, 0, 100_000)).toBe(25_000));
  test('buys whole multiples where one amount would not lift it', () =>
    expect(autoCents({ ...wallet, lastBalanceCents: 600_000 }, 0, 100_000)).toBe(75_000));
  test('keeps to the ceiling of the month', () => {
    expect(autoCents({ ...wallet, lastBalanceCents: 600_000 }, 50_000, 100_000)).toBe(50_000);
    expect(autoCents(wallet, 100_000, 100_000)).toBe(0);
    expect(autoCents(wallet, 50_000, 99_999)).toBe(25_000);
    expect(autoCents(wallet, 75_000, 99_999)).toBe(0);
    expect(autoCents(wallet, 0, 24_999)).toBe(0);
  });
});

describe('months', () => {
  const now = new Date('2027-03-01T03:00:00Z');
  test('begin and end on the clock of the zone, also over a change of the clock', () => {
    expect(monthOf('2027-03', 'America/Chicago', now)).toEqual({
      from: new Date('2027-03-01T06:00:00Z'),
      to: new Date('2027-04-01T05:00:00Z'),
      name: '2027-03',
    });
    expect(monthOf(undefined, 'America/Chicago', now).name).toBe('2027-02');
    expect(monthOf('2', 'America/Chicago', now).name).toBe('2026-12');
  });
  test('left open in a list are the last twelve', () =>
    expect(monthOrYear(undefined, 'UTC', now)).toEqual({
      from: new Date('2026-04-01T00:00:00Z'),
      to: new Date('2027-04-01T00:00:00Z'),
      name: '2027-03',
    }));
});
