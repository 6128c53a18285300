import { definePort } from '../../../core/contract.ts';

export interface Candidate {
  /** The client company for which somebody is to become a lead. */
  companyId: number;
  /** Lower-case, trimmed; empty when unknown. */
  email: string;
  /** By what they are told from others, as in an observation, where it is known: who was erased may have no address. */
  personKey?: Buffer;
  /** MD5 or SHA-256 of the address, where nobody knows the address itself. */
  emailHash?: Buffer | null;
  /** As it is written; the last ten digits count. */
  phone?: string;
}

export interface ExclusionsApi {
  /** Positions of the candidates whom the root's, the agency's or the client's list excludes, or who opted out there. One statement for all. */
  screen(candidates: readonly Candidate[]): Promise<Set<number>>;
}
/** Whether an address is on the list of the root, an agency or a client. */
export const Exclusions = definePort<ExclusionsApi>('exclusions.v1');

/** Somebody whom a list named at a moment: whose list it is, and since when they stood on it. */
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

/** Hashes of people who are not to become leads because they said so themselves, or because a deletion list of a state names them. */
export interface OptOutsApi {
  /** Whether an address opted out at a company itself; lists above it do not count. */
  has(companyId: number, email: string): Promise<boolean>;
  /** Opts an address out at a company and all below it, from now on; answers whether it was new. */
  add(companyId: number, email: string): Promise<boolean>;
  /** Takes back what the person asked for at a company; answers whether there was anything. */
  remove(companyId: number, email: string): Promise<boolean>;
  /** Opts out, for all of the root, whoever has these hashes on a deletion list (`email`: SHA-256 of the address, `phone`: of the last ten digits). */
  addListed(rootId: number, kind: 'email' | 'phone', hashes: readonly Buffer[]): Promise<number>;
}
/** For whoever proves to be the person. What exclusion lists hold beside is not touched. */
export const OptOuts = definePort<OptOutsApi>('exclusions.opt-outs.v1');

/** An entry as lists show it: an address is masked, a hash is in hexadecimal. */
export interface ExclusionEntry {
  id: number;
  companyId: number;
  entry: string;
  kind: 'email' | 'md5' | 'sha256' | 'person';
  addedAt: Date;
}
export interface ExclusionListsApi {
  /**
   * Entries of a company's list (the caller's own when left out) behind an id, the newest first. `search`: an address or hash, exactly. Throws 404 for a
   * company that the caller may not see.
   */
  behind(companyId: number | undefined, place: number | undefined, most: number, search?: string): Promise<ExclusionEntry[]>;
  /** Puts an e-mail address or a hash on a list. Throws 404, 403, and 422 on `entry`. */
  add(companyId: number | undefined, text: string): Promise<ExclusionEntry & { isNew: boolean }>;
  /** Throws 404 for what the caller may not remove. */
  remove(id: number): Promise<void>;
}
/** Lists of exclusions, with the rights of the caller. */
export const ExclusionLists = definePort<ExclusionListsApi>('exclusions.lists.v1');
