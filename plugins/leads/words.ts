import type { ObservationWords } from './contract.ts';

/** The words of a source whose texts stand under a prefix: `<prefix>.several`, `.by-day`, `.share`, `.became` and `.no-leads`. */
export const wordsOf = (prefix: string): ObservationWords => ({
  several: `${prefix}.several`,
  byDay: `${prefix}.by-day`,
  share: `${prefix}.share`,
  became: `${prefix}.became`,
  noLeads: `${prefix}.no-leads`,
});
