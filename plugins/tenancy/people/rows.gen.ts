// Written from the migrated database by `npm run rows`; tests/architecture/rows.test.ts compares.

/** A row of `people_profile`. */
export interface ProfileRow {
  account_id: number;
  default_admin: boolean;
  customer_care: boolean;
  notified: boolean;
  asks_factor: boolean;
  sales_rep: boolean;
  sales_ae: boolean;
  referral_code: string | null;
  phone_country_code: string;
  company_id: number;
  agency_id: number;
  root_id: number;
}
