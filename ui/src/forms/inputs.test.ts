import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { typedCents, editedDollars, typedMoney } from './money-input.ts';

describe('money', () => {
  it('keeps digits and one decimal point', () => {
    expect(typedMoney('1,250.75')).toBe('1250.75');
    expect(typedMoney('$12.3.456')).toBe('12.34');
    expect(typedMoney('-5')).toBe('5');
  });
  it('reads dollars as cents', () => {
    expect(typedCents('12.5')).toBe(1250);
    expect(typedCents('.05')).toBe(5);
    expect(typedCents('7.')).toBe(700);
    for (const nothing of ['', '.', 'abc', '1.234', '99999999999999999']) expect(typedCents(nothing)).toBeUndefined();
  });
  it('loses no cent on the way out and back', () =>
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 12 }), (cents) => {
        expect(typedCents(editedDollars(cents))).toBe(cents);
      }),
    ));
  it('reads cents that arrive as text', () => expect(editedDollars('250050')).toBe('2500.50'));
});
