/** Where an agency, a client or the platform's own clock has no zone of its own. */
export const DEFAULT_ZONE = 'America/Chicago';

/** Integer cents as a decimal text, for files and texts that carry their own sign of the currency: `-12.05`. */
export function dollarsOf(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** The same without cents where there are none: `12`, `0`, `0.50`. */
export const shortDollarsOf = (cents: number): string => (cents % 100 === 0 ? String(cents / 100) : dollarsOf(cents));

const DOLLARS = /^\$?(?=[\d.])(\d{1,7}|\d{1,3}(?:,\d{3}){1,2}|(?=\.))(?:\.(\d{1,2}))?$/;
/** Cents of dollars as somebody typed or sent them: `12`, `$1,200.5`. Read as text, so that no fraction is rounded; null for anything else. */
export function centsOf(dollars: string | number): number | null {
  const [, whole, part = ''] = DOLLARS.exec(String(dollars).trim()) ?? [];
  return whole === undefined ? null : Number(whole.replaceAll(',', '')) * 100 + Number(part.padEnd(2, '0'));
}

const forPeople = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
/** The same for people, whatever their language: `$1,200.50`. */
export const shownMoney = (cents: number): string => forPeople.format(cents / 100);
