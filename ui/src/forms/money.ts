/** What may stand in a money input: digits and one decimal point with at most two digits after it. */
export function typedMoney(text: string): string {
  const [whole = '', ...rest] = text.replace(/[^\d.]/g, '').split('.');
  return rest.length ? `${whole}.${rest.join('').slice(0, 2)}` : whole;
}

/** Typed dollars as integer cents; undefined for nothing, or for more than a number holds exactly. */
export function centsOf(text: string): number | undefined {
  const match = /^(\d*)(?:\.(\d{0,2}))?$/.exec(text);
  if (!match || !/\d/.test(text)) return undefined;
  const cents = Number(`${match[1] || '0'}${(match[2] ?? '').padEnd(2, '0')}`);
  return Number.isSafeInteger(cents) ? cents : undefined;
}

/** Integer cents as they stand in a strict input once it is left: `1,234.50`. */
export const writtenOut = (cents: number): string =>
  (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Integer cents as dollars to edit: whole dollars without decimals. */
export function dollarsOf(cents: unknown): string {
  if (cents === null || cents === undefined || cents === '') return '';
  const number = Number(cents);
  if (!Number.isSafeInteger(number)) return '';
  return number % 100 === 0 ? String(number / 100) : (number / 100).toFixed(2);
}
