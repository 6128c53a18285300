// Written from the migrated database by `npm run rows`; tests/architecture/rows.test.ts compares.

/** A row of `connector_google_sheets_account`. */
export interface AccountRow {
  id: number;
  email: string;
  token: string;
  state: 'ok' | 'reauthorise' | 'revoked';
  revision: number;
  rest_until: Date | null;
  failures: number;
  last_result: string;
  last_at: Date | null;
  told_at: Date | null;
  created_by: number | null;
  created_at: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
}
