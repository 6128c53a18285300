import { invalid } from '../../core/contract.ts';

/** Largest price: a million dollars. */
const MOST_CENTS = 100_000_000;

/** Cents of dollars with at most two decimals, read as text so that nothing is ever rounded. Empty means 0. Throws 422 on `field`. */
export function centsOf(field: string, dollars: string | number): number {
  const match = /^\$?(\d{1,7})?(?:\.(\d{0,2}))?$/.exec(String(dollars).trim().replaceAll(',', ''));
  if (!match) throw invalid(field, 'pricing.problem.price');
  const cents = Number(match[1] ?? 0) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
  if (cents > MOST_CENTS) throw invalid(field, 'pricing.problem.most');
  return cents;
}

/** Integer cents as the API edge shows them: `0`, `12`, `0.50`. */
export const dollarsOf = (cents: number): string =>
  cents % 100 === 0 ? String(cents / 100) : `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
