// Written from the migrated database by `npm run rows`; tests/architecture/rows.test.ts compares.

/** A row of `clients_profile`. */
export interface ProfileRow {
  timezone: string;
  phone: string;
  phone_country_code: string;
  phone_country_calling_code: string;
  extra: unknown;
  created_at: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
  domain: string;
  mutes_notices: boolean;
  may_add_campaigns: boolean;
  sees_phones: boolean;
  edits_spreadsheets: boolean;
  asks_factor: boolean;
  terms: string[] | null;
}
