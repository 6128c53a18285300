// Written from the migrated database by `npm run rows`; tests/architecture/rows.test.ts compares.

/** A row of `site_id_campaign`. */
export interface CampaignRow {
  campaign_id: number;
  url: string;
  thank_you_url: string;
  allowed_hosts: string[];
  gtm_installed: boolean;
  only_pages: string[];
  never_pages: string[];
  hot_pages: string[];
  own_networks: string[];
  reads_forms: boolean;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `site_id_check`. */
export interface CheckRow {
  campaign_id: number;
  passed_at: Date | null;
  company_id: number;
  agency_id: number;
  root_id: number;
  looked_at: Date | null;
  found: string[];
}
