/** Largest price of the specification's cost fields: a million dollars. */
const MOST_CENTS = 100_000_000;

/** Cents of a price typed as dollars with at most two decimals; null for anything else. No floating point is involved. */
export function centsOf(typed: string): number | null {
  const match = /^(\d{1,7})(?:\.(\d{1,2}))?$/.exec(typed.trim().replace(/^\$/, ''));
  if (!match) return null;
  const cents = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
  return cents <= MOST_CENTS ? cents : null;
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
