// Written from the migrated database by `npm run rows`; tests/architecture/rows.test.ts compares.

/** A row of `privacy_request`. */
export interface RequestRow {
  id: number;
  state: 'open' | 'erasing' | 'erased' | 'closed';
  label: string;
  typed_hash: Buffer | null;
  person: unknown;
  asked_by: number | null;
  created_at: Date;
  erase_by: number | null;
  erase_at: Date | null;
  tries: number;
  finished_at: Date | null;
  receipt: unknown;
  company_id: number;
  agency_id: number;
  root_id: number;
  origin: 'staff' | 'person' | 'drop';
}
