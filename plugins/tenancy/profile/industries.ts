/** The industries that a company may choose from; the numbers are kept in the database and never given to another. */
const INDUSTRIES = {
  1: 'advertising',
  2: 'automotive',
  3: 'construction',
  4: 'consulting',
  5: 'education',
  6: 'energy',
  7: 'entertainment',
  8: 'finance',
  9: 'fitness',
  10: 'food',
  11: 'healthcare',
  12: 'home-services',
  13: 'hospitality',
  14: 'insurance',
  15: 'legal',
  16: 'logistics',
  17: 'manufacturing',
  18: 'nonprofit',
  19: 'real-estate',
  20: 'retail',
  21: 'software',
  22: 'travel',
  99: 'other',
} as const;

/** All numbers, as forms send them. */
export const INDUSTRY_IDS: readonly string[] = Object.keys(INDUSTRIES);

/** The choice with which a company names its industry itself. */
export const OTHER_INDUSTRY = 99;

/** The message key of an industry's name, or null for a number that none has. */
export const industryKey = (id: number): string | null => {
  const name = (INDUSTRIES as Record<number, string>)[id];
  return name ? `profile.industry.${name}` : null;
};
