// Written from the migrated database by `npm run rows`; tests/architecture/rows.test.ts compares.

/** A row of `reports_selection`. */
export interface SelectionRow {
  account_id: number;
  id: string;
  lead_ids: string[];
  company_id: number;
  agency_id: number;
  root_id: number;
}
