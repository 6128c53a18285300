/** Where an agency, a client or the platform's own clock has no zone of its own. */
export const DEFAULT_ZONE = 'America/Chicago';

/** Integer cents as a decimal text, for files and texts that carry their own sign of the currency: `-12.05`. */
export function dollarsOf(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** The same for people: `$1,200.50`. */
export const shownMoney = (cents: number): string => (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
