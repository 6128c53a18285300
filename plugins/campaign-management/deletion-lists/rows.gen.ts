// Written from the migrated database by `npm run rows`; tests/architecture/rows.test.ts compares.

/** A row of `deletion_lists_list`. */
export interface ListRow {
  id: number;
  filename: string;
  type: 'email' | 'phone';
  state: 'suppressing' | 'matching' | 'review' | 'deleting' | 'done';
  total_rows: number;
  at_position: number;
  at_kind: number;
  at_record: string | null;
  matched_rows: number;
  created_at: Date;
  delete_by: number | null;
  finished_at: Date | null;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `deletion_lists_match`. */
export interface MatchRow {
  list_id: number;
  position: number;
  kind: string;
  record: string;
  holder_id: number | null;
  email: string;
  phone: string;
  person_key: string;
  request: number | null;
  done_at: Date | null;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `deletion_lists_row`. */
export interface RowRow {
  list_id: number;
  position: number;
  work_item: string;
  hash: Buffer;
  code: 2 | 3 | 4 | null;
  company_id: number;
  agency_id: number;
  root_id: number;
}
