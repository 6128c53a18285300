import { centsOf } from '../../../core/contract.ts';

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
  advanced_cents: string | null;
  active_advanced_cents: string | null;
  /** From when on both prices count as they were set last. */
  retail_from: Date | null;
}

/** Whether the prices before the last change still count. */
const isBeforeChange = (row: Priced, at: Date): boolean =>
  row.active_retail_cents !== null && row.retail_from !== null && at < row.retail_from;

/** What a lead of that moment costs, in cents: the agreed price, or until a change counts the one before. */
export const priceAt = (row: Priced, at: Date): number => Number(isBeforeChange(row, at) ? row.active_retail_cents : row.retail_cents);

/** The same for leads with advanced information; null where the campaign has no price of its own for them. */
export function advancedAt(row: Priced, at: Date): number | null {
  const cents = isBeforeChange(row, at) ? row.active_advanced_cents : row.advanced_cents;
  return cents === null ? null : Number(cents);
}
