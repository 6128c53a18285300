// Written from the migrated database by `npm run rows`; tests/architecture/rows.test.ts compares.

/** A row of `exclusions_entry`. */
export interface EntryRow {
  id: string;
  kind: 'md5' | 'sha256' | 'person';
  hash: Buffer;
  masked: string;
  source: 'single' | 'upload' | 'erasure';
  added_by: number | null;
  created_at: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `exclusions_opt_out`. */
export interface OptOutRow {
  id: string;
  kind: 'sha256' | 'md5' | 'phone';
  hash: Buffer;
  source: 'person' | 'drop';
  created_at: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `exclusions_upload`. */
export interface UploadRow {
  id: string;
  filename: string;
  hashes: Buffer[];
  masked: string[];
  current_row: number;
  total_row: number;
  added_count: number;
  added_by: number | null;
  created_at: Date;
  finished_at: Date | null;
  company_id: number;
  agency_id: number;
  root_id: number;
  duplicate_count: number;
  refused_count: number;
  refused_rows: string | null;
}
