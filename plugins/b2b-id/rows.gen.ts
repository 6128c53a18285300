// Written from the migrated database by `npm run rows`; tests/architecture/rows.test.ts compares.

/** A row of `b2b_id_campaign`. */
export interface CampaignRow {
  campaign_id: number;
  kind: 'contact' | 'company';
  information: string[];
  sources: string[];
  countries: string[];
  sizes: string[];
  industries: string[];
  least_confidence: number;
  job_titles: string[];
  contacts: number;
  company_id: number;
  agency_id: number;
  root_id: number;
}
