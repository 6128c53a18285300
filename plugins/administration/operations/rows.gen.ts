// Written from the migrated database by `npm run rows`; tests/architecture/rows.test.ts compares.

/** A row of `operations_dismissal`. */
export interface DismissalRow {
  account_id: number;
  announcement_id: string;
  dismissed_at: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `operations_snapshot`. */
export interface SnapshotRow {
  id: number;
  name: string;
  reason: 'kept' | 'push' | 'restore';
  parts: unknown;
  source_id: number | null;
  made_by: number | null;
  made_at: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
}
