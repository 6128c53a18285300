import { definePort } from '../../../core/contract.ts';

export interface CompanyGroupsApi {
  /** Puts a client into a group of the caller's company, or with null into none. Throws 404 for a foreign client or group. */
  assignClient(companyId: number, groupId: number | null): Promise<void>;
  /** The same for a campaign. */
  assignCampaign(campaignId: number, groupId: number | null): Promise<void>;
  /** Groups of clients and of campaigns; those without one are left out. */
  ofClients(companyIds: readonly number[]): Promise<Map<number, { id: number; name: string }>>;
  ofCampaigns(campaignIds: readonly number[]): Promise<Map<number, { id: number; name: string }>>;
  /** Groups of the caller's company, for choosers. */
  options(): Promise<{ value: number; label: string }[]>;
}
/** Groups into which an agency puts its clients and campaigns. */
export const CompanyGroups = definePort<CompanyGroupsApi>('company-groups.v1');
