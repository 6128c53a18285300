// Written from the migrated database by `npm run rows`; tests/architecture/rows.test.ts compares.

/** A row of `view_mode_visit`. */
export interface VisitRow {
  id: string;
  operator_id: number;
  operator_name: string;
  account_id: number;
  account_name: string;
  reason: string;
  started_at: Date;
  ends_at: Date;
  ended_at: Date | null;
  ended_how: 'back' | 'time' | 'stopped' | 'session' | null;
  company_id: number;
  agency_id: number;
  root_id: number;
}
