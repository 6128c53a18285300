import { definePort } from '../../core/contract.ts';

export interface Candidate {
  /** The client company for which somebody is to become a lead. */
  companyId: number;
  /** Lower-case, trimmed; empty when unknown. */
  email: string;
  /** By what they are told from others, as in an observation, where it is known: who was erased may have no address. */
  personKey?: Buffer;
}

export interface ExclusionsApi {
  /** Positions of the candidates that the root's, the agency's or the client's list excludes. One statement for all. */
  screen(candidates: readonly Candidate[]): Promise<Set<number>>;
}
/** Whether an address is on the list of the root, an agency or a client. */
export const Exclusions = definePort<ExclusionsApi>('exclusions.v1');

/** Somebody whom a list named at a moment: whose list it is, and since when he stood on it. */
export interface Listed {
  list: 'root' | 'agency' | 'client';
  since: Date;
}
export interface ExclusionHistoryApi {
  /** By position those of the candidates whom a list excluded already at their moment. What was taken off a list since is forgotten. */
  listedAt(candidates: readonly (Candidate & { at: Date })[]): Promise<Map<number, Listed>>;
}
/** Whether an address was on such a list at an earlier moment. */
export const ExclusionHistory = definePort<ExclusionHistoryApi>('exclusions.history.v1');
