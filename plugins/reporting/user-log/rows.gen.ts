// Written from the migrated database by `npm run rows`; tests/architecture/rows.test.ts compares.

/** A row of `user_log_export`. */
export interface ExportRow {
  id: string;
  account_id: number;
  filter: unknown;
  total: number;
  written: number;
  last_id: string | null;
  created_at: Date;
  finished_at: Date | null;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `user_log_part`. */
export interface PartRow {
  export_id: string;
  part: number;
  body: string;
  company_id: number;
  agency_id: number;
  root_id: number;
}
