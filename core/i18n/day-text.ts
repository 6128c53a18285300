import type { Locale } from '../contract.ts';

const day = (tag: string): Intl.DateTimeFormat => new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone: 'UTC' });
const FORMATS: Record<Locale, Intl.DateTimeFormat> = { en: day('en-US'), ar: day('ar-u-nu-latn-ca-gregory') };
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A value as people read it in a text: a day such as `2027-03-08` is written out, everything else stays as it is. */
export function readable(locale: Locale, value: string | number): string {
  const text = String(value);
  if (!DAY.test(text)) return text;
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? text : FORMATS[locale].format(at);
}
