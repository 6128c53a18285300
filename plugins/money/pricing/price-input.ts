import { centsOf, invalid } from '../../../core/contract.ts';

/** Largest price: a million dollars. */
const MOST_CENTS = 100_000_000;

/** Cents of a price as callers send it; empty means 0. Throws 422 on `field`. */
export function priceOf(field: string, dollars: string | number): number {
  const cents = String(dollars).trim() === '' ? 0 : centsOf(dollars);
  if (cents === null) throw invalid(field, 'pricing.problem.price');
  if (cents > MOST_CENTS) throw invalid(field, 'pricing.problem.most');
  return cents;
}
