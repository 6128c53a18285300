import { type Ctx, defineSlot } from '../../core/contract.ts';
import type { Lead } from '../capture/contract.ts';

/** How a lead stands with whoever judges leads: given back and waiting for an answer, declined, or credited. */
export const STANDINGS = ['open', 'declined', 'credited'] as const;
export interface LeadStanding {
  standing: (typeof STANDINGS)[number] | '';
  /** Whether the caller may give it back now. */
  mayReturn: boolean;
}
/** Answers for the leads of a list, by lead id; leads it knows nothing of are left out. One plugin fills it. */
export type LeadStandingsOf = (ctx: Ctx, leads: readonly Lead[]) => Promise<Map<string, LeadStanding>>;
export const LeadStandings = defineSlot<LeadStandingsOf>('reports.lead-standings');
