import type { ObservationWords } from './contract.ts';

/**
 * The words of a source whose texts stand under a prefix: `<prefix>.several`, `.by-day`, `.share`, `.became`, `.no-leads`, and `.step.<step>`
 * for the steps `seen`, `fresh`, `leads` and those that only some sources have.
 */
export const wordsOf = (prefix: string, further: readonly ('screened' | 'identified')[]): ObservationWords => ({
  several: `${prefix}.several`,
  byDay: `${prefix}.by-day`,
  share: `${prefix}.share`,
  became: `${prefix}.became`,
  noLeads: `${prefix}.no-leads`,
  steps: {
    seen: `${prefix}.step.seen`,
    ...(further.includes('screened') && { screened: `${prefix}.step.screened` }),
    ...(further.includes('identified') && { identified: `${prefix}.step.identified` }),
    fresh: `${prefix}.step.fresh`,
    leads: `${prefix}.step.leads`,
  },
});
