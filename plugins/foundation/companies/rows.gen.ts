// Written from the migrated database by `npm run rows`; tests/architecture/rows.test.ts compares.

/** A row of `companies_erasure`. */
export interface ErasureRow {
  erased_at: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
}
