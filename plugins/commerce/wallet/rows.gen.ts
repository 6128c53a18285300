// Written from the migrated database by `npm run rows`; tests/architecture/rows.test.ts compares.

/** A row of `wallet_operation`. */
export interface OperationRow {
  id: string;
  number: number;
  source: 'manual' | 'auto';
  amount_cents: string;
  custom_amount: boolean | null;
  stop_continual: boolean | null;
  state: 'open' | 'succeeded' | 'failed';
  reason: string | null;
  asked_key: string | null;
  asked_hash: Buffer | null;
  actor_id: number;
  created_at: Date;
  finished_at: Date | null;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `wallet_share`. */
export interface ShareRow {
  percent: number;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `wallet_share_used`. */
export interface ShareUsedRow {
  day: string;
  at: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `wallet_state`. */
export interface StateRow {
  last_balance_cents: string;
  short_of_cents: string | null;
  manual_bill: boolean;
  amount_cents: string;
  custom_amount: boolean;
  stop_continual: boolean;
  failures: number;
  retry_at: Date;
  operations: number;
  company_id: number;
  agency_id: number;
  root_id: number;
}
