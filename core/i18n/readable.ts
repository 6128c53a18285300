import { dayText, type Locale } from '../contract.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** An amount, or a number in groups such as `2027-000056`. */
const IN_ONE_PIECE = /^(?:-?\$[\d,.]+|\+?\d+(?:[- ]\d+)+)$/;

/**
 * A value as people read it in a text: a day such as `2027-03-08` is written out, and an amount or a number in groups stays in one piece among
 * words that run from right to left, where its sign would move to its other end and its groups would change places. Everything else stays as it is.
 */
export function readable(locale: Locale, value: string | number): string {
  const text = String(value);
  if (DAY.test(text)) return dayText(text, locale);
  return locale === 'ar' && IN_ONE_PIECE.test(text) ? `\u2066${text}\u2069` : text;
}
