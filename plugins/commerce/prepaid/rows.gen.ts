// Written from the migrated database by `npm run rows`; tests/architecture/rows.test.ts compares.

/** A row of `prepaid_pack`. */
export interface PackRow {
  id: string;
  campaign_id: number;
  number: number;
  kind: 'onetime' | 'prepaid' | 'continual';
  state: 'awaiting' | 'paid' | 'used_up' | 'cancelled';
  leads: number;
  remaining: number;
  withdrawn: number;
  reversed: number;
  unit_cents: string;
  unit_fee_cents: string;
  platform_fee_cents: string;
  price_version_id: string | null;
  charged_cents: string;
  settled: boolean;
  invoice_id: string | null;
  external: boolean;
  automatic: boolean;
  asked_key: string | null;
  activate_as: number | null;
  bought_by: number;
  bought_at: Date;
  paid_at: Date | null;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `prepaid_plan`. */
export interface PlanRow {
  campaign_id: number;
  top_up: 'onetime' | 'continual';
  duration: 'weekly' | 'monthly';
  leads_buy: number;
  stopped: 'person' | 'failures' | null;
  failures: number;
  retry_at: Date | null;
  look: boolean;
  company_id: number;
  agency_id: number;
  root_id: number;
}
