import { dayText, type Locale } from '../contract.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A value as people read it in a text: a day such as `2027-03-08` is written out, everything else stays as it is. */
export function readable(locale: Locale, value: string | number): string {
  const text = String(value);
  return DAY.test(text) ? dayText(text, locale) : text;
}
