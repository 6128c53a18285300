// Written from the migrated database by `npm run rows`; tests/architecture/rows.test.ts compares.

/** A row of `audiences_audience`. */
export interface AudienceRow {
  id: number;
  name: string;
  filters: unknown;
  created_at: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
}
