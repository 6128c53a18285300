// Written from the migrated database by `npm run rows`; tests/architecture/rows.test.ts compares.

/** A row of `pricing_client_cost`. */
export interface ClientCostRow {
  id: string;
  product: string;
  cost_set_cents: string;
  cost_set_advanced_cents: string;
  cost_set_b2b_cents: string;
  cost_month_cents: string;
  cost_max_lead_cents: string;
  platform_fee_cents: string;
  limit_lead: number;
  limit_lead_freq: 'day' | 'week' | 'month' | 'total';
  limit_lead_start: string | null;
  limit_lead_end: string | null;
  payment_term: 'Weekly' | 'Monthly' | 'OneTime' | 'Prepaid';
  conti_duration: 'weekly' | 'monthly';
  top_up: 'onetime' | 'continual';
  leads_buy: number;
  valid_from: Date;
  created_at: Date;
  created_by: number;
  viewed_by: number | null;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `pricing_cost`. */
export interface CostRow {
  id: string;
  product: string;
  term: 'Weekly' | 'Monthly' | 'OneTime' | 'Prepaid';
  platform_fee_cents: string;
  cost_per_lead_cents: string;
  cost_per_lead_advanced_cents: string;
  min_cost_month_cents: string;
  valid_from: Date;
  created_at: Date;
  created_by: number;
  viewed_by: number | null;
  company_id: number;
  agency_id: number;
  root_id: number;
}
