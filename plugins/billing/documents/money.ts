import type { Locale } from '../../../core/contract.ts';

/** Cents as people of a language read dollars, with Western digits, which stay in order in a line of either direction. */
export const money = (cents: number, locale: Locale): string =>
  new Intl.NumberFormat(`${locale}-u-nu-latn`, { style: 'currency', currency: 'USD', currencyDisplay: 'code' }).format(cents / 100);
