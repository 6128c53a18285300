import { definePort } from '../../core/contract.ts';

export interface Candidate {
  /** The client company for which somebody is to become a lead. */
  companyId: number;
  /** Lower-case, trimmed; empty when unknown. */
  email: string;
}

export interface ExclusionsApi {
  /** Positions of the candidates that the root's, the agency's or the client's list excludes. One statement for all. */
  screen(candidates: readonly Candidate[]): Promise<Set<number>>;
}
export const Exclusions = definePort<ExclusionsApi>('exclusions.v1');
