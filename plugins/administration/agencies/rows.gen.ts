// Written from the migrated database by `npm run rows`; tests/architecture/rows.test.ts compares.

/** A row of `agencies_profile`. */
export interface ProfileRow {
  phone: string;
  phone_country_code: string;
  phone_country_calling_code: string;
  sales_rep_id: number | null;
  sales_ae_id: number | null;
  sales_ref_id: number | null;
  extra: unknown;
  created_at: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
  organization_id: string | null;
  is_whitelabeling: boolean;
  default_admin: boolean;
}
