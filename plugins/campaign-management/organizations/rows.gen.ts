// Written from the migrated database by `npm run rows`; tests/architecture/rows.test.ts compares.

/** A row of `organizations_campaign`. */
export interface CampaignRow {
  campaign_id: number;
  organization_id: number;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `organizations_organization`. */
export interface OrganizationRow {
  id: number;
  name: string;
  custom_id: string;
  parent_id: number | null;
  created_at: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
}
