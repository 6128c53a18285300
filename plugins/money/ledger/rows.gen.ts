// Written from the migrated database by `npm run rows`; tests/architecture/rows.test.ts compares.

/** A row of `ledger_account`. */
export interface AccountRow {
  id: number;
  kind: string;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `ledger_balance`. */
export interface BalanceRow {
  account_id: number;
  kind: string;
  balance_cents: string;
  floor_cents: string;
  in_use: boolean;
  low_cents: string | null;
  overdrawn: boolean;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `ledger_checked`. */
export interface CheckedRow {
  id: boolean;
  entry_id: string;
  round_id: string;
}

/** A row of `ledger_closing`. */
export interface ClosingRow {
  id: boolean;
  until: Date;
  next: Date | null;
  next_xid: string | null;
}

/** A row of `ledger_drawn`. */
export interface DrawnRow {
  account_id: number;
  day: string;
  cents: string;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `ledger_entry`. */
export interface EntryRow {
  id: string;
  posting_id: string;
  account_id: number;
  amount_cents: string;
  created_at: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `ledger_posting`. */
export interface PostingRow {
  id: string;
  key: string;
  content_hash: Buffer;
  code: string;
  reference: string | null;
  cost_center: number | null;
  created_at: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `ledger_sum`. */
export interface SumRow {
  account_id: number;
  quarter: Date;
  code: string;
  debit_cents: string;
  credit_cents: string;
  entries: number;
  newest_at: Date;
  balance_cents: string;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `ledger_summed`. */
export interface SummedRow {
  account_id: number;
  until: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
}
