// Written from the migrated database by `npm run rows`; tests/architecture/rows.test.ts compares.

/** A row of `company_groups_campaign`. */
export interface CampaignRow {
  campaign_id: number;
  group_id: number;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `company_groups_client`. */
export interface ClientRow {
  client_id: number;
  group_id: number;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `company_groups_group`. */
export interface GroupRow {
  id: number;
  name: string;
  module_id: string;
  created_at: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
}
