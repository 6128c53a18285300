import { getCountries } from 'libphonenumber-js/min';

/** Where a zone belongs to no country, or to one without telephone numbers of its own. */
const USUAL = 'US';

/** Known to the engine, not yet to the compiler's library. */
interface Region extends Intl.Locale {
  getTimeZones(): string[] | undefined;
}
const zonesOf = (country: string): string[] => (new Intl.Locale(`und-${country}`) as Region).getTimeZones() ?? [];

/** Zones of each country, as the platform's own tables know them; a zone belongs to one country. */
const COUNTRIES = new Map<string, string>(getCountries().flatMap((country) => zonesOf(country).map((zone) => [zone, country] as const)));

/** The two-letter country that a time zone lies in; the United States for zones of no country, such as UTC. */
export const countryOf = (timezone: string): string => COUNTRIES.get(timezone) ?? USUAL;
