import { shortDollarsOf, shownMoney } from '../../../core/contract/money.ts';

/** What may stand in a money input: digits and one decimal point with at most two digits after it. */
export function typedMoney(text: string): string {
  const [whole = '', ...rest] = text.replace(/[^\d.]/g, '').split('.');
  return rest.length ? `${whole}.${rest.join('').slice(0, 2)}` : whole;
}

/**
 * What stands in the input while somebody types, as integer cents: also `7.`, and more than any schema allows, which says so then. Undefined
 * for nothing, or for more than a number holds exactly.
 */
export function typedCents(text: string): number | undefined {
  const match = /^(\d*)(?:\.(\d{0,2}))?$/.exec(text);
  if (!match || !/\d/.test(text)) return undefined;
  const cents = Number(`${match[1] || '0'}${(match[2] ?? '').padEnd(2, '0')}`);
  return Number.isSafeInteger(cents) ? cents : undefined;
}

/** Integer cents as they stand in a strict input once it is left: `1,234.50`. */
export const writtenOut = (cents: number): string => shownMoney(cents).replace('$', '');

/** Integer cents as dollars to edit: whole dollars without decimals. */
export function editedDollars(cents: unknown): string {
  if (cents === null || cents === undefined || cents === '') return '';
  const number = Number(cents);
  if (!Number.isSafeInteger(number)) return '';
  return shortDollarsOf(number);
}
