import { definePort } from '../../../core/contract.ts';

export interface Organization {
  id: number;
  name: string;
  /** The operator's own id for it; what `clientOrganizationID` and `DownlineOrganizationID` hold. */
  customId: string;
  parentId: number | null;
}
export interface OrganizationsApi {
  /** Organizations of the caller's company for choosers, named with those above them: `North / Chicago`. */
  options(): Promise<{ value: string; label: string }[]>;
  /** By custom id; null for one that the caller's company does not have. */
  find(customId: string): Promise<Organization | null>;
}
/** The tree of a company's own parts, to which clients and campaigns belong. */
export const Organizations = definePort<OrganizationsApi>('organizations.v1');
