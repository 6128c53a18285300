// Written from the migrated database by `npm run rows`; tests/architecture/rows.test.ts compares.

/** A row of `registration_code`. */
export interface CodeRow {
  code: string;
  created_at: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `registration_origin`. */
export interface OriginRow {
  code: string;
  sales_account_id: number | null;
  referrer_id: number | null;
  registered_at: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
}
