// Written from the migrated database by `npm run rows`; tests/architecture/rows.test.ts compares.

/** A row of `agency_billing_agency`. */
export interface AgencyRow {
  clock_at: Date | null;
  standard_at: Date | null;
  developer_at: Date | null;
  developer_until: Date | null;
  developer_max_cents: string;
  developer_list_cents: unknown;
  next_month: number;
  billed_on: string | null;
  company_id: number;
  agency_id: number;
  root_id: number;
  look_at: Date;
}

/** A row of `agency_billing_charge`. */
export interface ChargeRow {
  id: string;
  key: string;
  kind: 'wholesale' | 'onboarding' | 'developer_fee' | 'minimum_spend';
  description: string;
  price_cents: string;
  cents: string;
  coupon: string | null;
  detail: unknown;
  state: 'paying' | 'paid' | 'failed' | 'settled' | 'withdrawn';
  reason: string | null;
  operation_id: string | null;
  attempts: number;
  failed_at: Date | null;
  retry_at: Date | null;
  round: number;
  folded_into: string | null;
  created_at: Date;
  finished_at: Date | null;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `agency_billing_month`. */
export interface MonthRow {
  number: number;
  first: string;
  last: string;
  basis: 'standard' | 'developer' | 'none';
  minimum_cents: string;
  spent_cents: string;
  charged_cents: string;
  waived: 'excluded' | 'small' | null;
  charge_id: string | null;
  noticed_at: Date | null;
  closed_at: Date | null;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `agency_billing_switch`. */
export interface SwitchRow {
  id: string;
  charge_id: string;
  operation_id: string;
  state: 'charging' | 'done' | 'reverted';
  actor_id: number;
  created_at: Date;
  finished_at: Date | null;
  company_id: number;
  agency_id: number;
  root_id: number;
}
