import { centsOf } from '../../core/contract.ts';

/** Largest price of the specification's cost fields: a million dollars. */
const MOST_CENTS = 100_000_000;

/** Cents of a price as somebody typed it; null for what is none, and for more than a price may be. */
export function priceOf(typed: string | number): number | null {
  const cents = centsOf(typed);
  return cents === null || cents > MOST_CENTS ? null : cents;
}

/** A campaign's columns that tell its price. */
export interface Priced {
  retail_cents: string;
  active_retail_cents: string | null;
  retail_from: Date | null;
}

/** What a lead of that moment costs, in cents: the agreed price, or until a change counts the one before. */
export function priceAt(row: Priced, at: Date): number {
  const before = row.active_retail_cents !== null && row.retail_from !== null && at < row.retail_from;
  return Number(before ? row.active_retail_cents : row.retail_cents);
}
