const NAMES = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/** The two letters of a country or territory, however they are written; null for what is none. */
export function countryOf(typed: string): string | null {
  const code = typed.trim().toUpperCase();
  return /^[A-Z]{2}$/.test(code) && code !== 'ZZ' && NAMES.of(code) !== undefined ? code : null;
}
