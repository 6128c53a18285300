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

/** A row of `connector_google_sheets_erasure`. */
export interface ErasureRow {
  sheet_id: number;
  lead_id: string;
  request: number;
  state: 'waiting' | 'done' | 'open';
  asked_at: Date;
  finished_at: Date | null;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `connector_google_sheets_event`. */
export interface EventRow {
  id: string;
  sheet_id: number;
  at: Date;
  kind: 'created' | 'written' | 'checked' | 'repaired' | 'reset' | 'continued' | 'shared' | 'not-shared' | 'stopped' | 'resumed' | 'link-sent' | 'expired' | 'erased';
  count: number;
  note: string;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `connector_google_sheets_row`. */
export interface RowRow {
  sheet_id: number;
  lead_id: string;
  state: 'pending' | 'written' | 'earlier' | 'expired' | 'gone';
  batch: number | null;
  queued_at: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `connector_google_sheets_sheet`. */
export interface SheetRow {
  id: number;
  campaign_id: number;
  account_id: number;
  account_state: 'ok' | 'reauthorise' | 'revoked';
  name: string;
  edition: number;
  spreadsheet_id: string | null;
  url: string;
  tab: number;
  ready: boolean;
  columns: unknown;
  state: 'ok' | 'missing' | 'columns' | 'denied' | 'refused' | 'full';
  note: string;
  written: number;
  mark: number;
  trying: number | null;
  shared: unknown;
  share_due: boolean;
  look_at: Date;
  due_at: Date;
  claim: string | null;
  lease_until: Date | null;
  served_at: Date | null;
  last_at: Date | null;
  told_at: Date | null;
  expiry_told_at: Date | null;
  created_by: number | null;
  created_at: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
  earlier: string[];
}
