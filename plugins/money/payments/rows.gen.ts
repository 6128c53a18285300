// Written from the migrated database by `npm run rows`; tests/architecture/rows.test.ts compares.

/** A row of `payments_account`. */
export interface AccountRow {
  person_id: number;
  gateway: string;
  account: string;
  status: 'pending' | 'inverification' | 'completed' | 'failed';
  charges_enabled: boolean;
  payouts_enabled: boolean;
  requirements: string[];
  checked_at: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `payments_event`. */
export interface EventRow {
  id: string;
  gateway: string;
  type: string;
  account: string;
  object_id: string;
  payment_id: string | null;
  operation_id: string | null;
  happened_at: Date;
  received_at: Date;
  done_at: Date | null;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `payments_operation`. */
export interface OperationRow {
  id: string;
  kind: string;
  subject: string;
  number: number;
  amount_cents: string;
  fee_cents: string;
  description: string;
  gateway: string;
  account: string;
  customer: string;
  card: string;
  state: 'created' | 'submitted' | 'succeeded' | 'failed' | 'unknown';
  reason: string | null;
  client_secret: string | null;
  payment_id: string | null;
  refunded_cents: string;
  actor_id: number;
  created_at: Date;
  submitted_at: Date | null;
  finished_at: Date | null;
  check_at: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
  surplus: boolean;
  brand: string;
  last4: string;
}

/** A row of `payments_payer`. */
export interface PayerRow {
  gateway: string;
  account: string;
  customer: string;
  card: string | null;
  brand: string | null;
  last4: string | null;
  exp_month: number | null;
  exp_year: number | null;
  card_failed: boolean;
  changed_at: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `payments_refund`. */
export interface RefundRow {
  id: string;
  operation_id: string;
  cents: string;
  reason: string;
  state: 'created' | 'succeeded' | 'failed' | 'won_back';
  refund_id: string | null;
  created_at: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
  key: string | null;
}

/** A row of `payments_sandbox`. */
export interface SandboxRow {
  id: string;
  kind: string;
  idem_key: string | null;
  place: string;
  data: unknown;
  created_at: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
}
