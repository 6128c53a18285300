import { centsOf, invalid, shownMoney, T } from '../../../core/contract.ts';

/** Dollars as callers send them: text or a number. Only `topUpCents` reads it. */
export const Dollars = T.Union([T.String({ minLength: 1, maxLength: 12 }), T.Number({ minimum: 0, maximum: 1_000_000 })]);

/** The most that one top-up may be: a slip of the finger should not be a house. */
const MOST_CENTS = 10_000_000;

/** The amount of a top-up in cents. Throws 422 on `field`. */
export function topUpCents(field: string, dollars: string | number): number {
  const cents = centsOf(dollars);
  if (cents === null) throw invalid(field, 'wallet.amount.format');
  if (cents > MOST_CENTS) throw invalid(field, 'wallet.amount.most', { amount: shownMoney(MOST_CENTS) });
  return cents;
}

export const PRESET_CENTS = [25_000, 50_000, 100_000] as const;
/** The least that a top-up may be, by the kind of its amount. */
export const LEAST_CENTS = { preset: 25_000, custom: 250_000 } as const;

/** Checks a top-up's amount against the minimum of its kind, and a preset against the list. Throws 422. */
export function checkAmount(cents: number, custom: boolean): void {
  const least = custom ? LEAST_CENTS.custom : LEAST_CENTS.preset;
  if (cents < least) throw invalid('amount', 'wallet.amount.minimum', { amount: shownMoney(least) });
  if (!custom && !(PRESET_CENTS as readonly number[]).includes(cents)) throw invalid('amount', 'wallet.amount.preset');
}
