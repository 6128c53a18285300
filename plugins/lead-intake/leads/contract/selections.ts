import { definePort } from '../../../../core/contract.ts';
import type { Product } from '../../../foundation/companies/contract.ts';
import type { Lead } from './lead.ts';
import type { LeadPlace } from './reading.ts';

/** Which leads are meant; whatever is left out is left open. Test leads never are. */
export interface LeadSelection {
  companyId?: number;
  /** Of any of these, in each list. */
  campaigns?: readonly number[];
  products?: readonly Product[];
  states?: readonly string[];
  cities?: readonly string[];
  zips?: readonly string[];
  from?: Date;
  /** The first instant that is no longer meant. */
  to?: Date;
  leastObservations?: number;
  withEmail?: boolean;
  withPhone?: boolean;
}
export interface LeadSelectionsApi {
  /** At most `most`; `isLeast`: there may be more. */
  count(selection: LeadSelection, most: number): Promise<{ total: number; isLeast: boolean }>;
  /** The newest first, from so many further on. */
  page(selection: LeadSelection, at: { limit: number; offset?: number }): Promise<Lead[]>;
  /** All of them in steps, as `Leads.walk`. */
  walk(selection: LeadSelection, behind: LeadPlace | null, most: number): Promise<{ rows: Lead[]; next: LeadPlace | null }>;
}
/** Leads by what is known of them, as their caller may see them. */
export const LeadSelections = definePort<LeadSelectionsApi>('leads.selections.v1');
