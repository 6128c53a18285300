import { getCountries, getCountryCallingCode } from 'libphonenumber-js/max';
import type { Locale } from '../../../core/contract.ts';

/** Countries that phone numbers have, by their name in the reader's language, each with its calling code. */
export function countriesIn(locale: Locale): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  return getCountries()
    .map((country) => ({ value: country as string, label: `${names.of(country) ?? country} (+${getCountryCallingCode(country)})` }))
    .sort((a, b) => a.label.localeCompare(b.label, locale));
}
