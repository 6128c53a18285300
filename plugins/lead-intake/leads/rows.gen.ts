// Written from the migrated database by `npm run rows`; tests/architecture/rows.test.ts compares.

/** A row of `leads_claim`. */
export interface ClaimRow {
  claimant: string;
  person_key: Buffer;
  expires_at: Date;
  lead_id: string;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `leads_day`. */
export interface DayRow {
  campaign_id: number;
  day: string;
  outcome: string;
  product: string;
  observations: number;
  retail_cents: string;
  wholesale_cents: string;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `leads_failure`. */
export interface FailureRow {
  source: string;
  ref: string;
  campaign_id: number;
  tries: number;
  reason: string;
  failed_at: Date;
  state: 'retrying' | 'dead';
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `leads_lead`. */
export interface LeadRow {
  id: string;
  campaign_id: number;
  product: string;
  person_key: Buffer;
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
  address: string;
  city: string;
  state: string;
  zip: string;
  company: string;
  source: string;
  evidence: unknown;
  created_at: Date;
  last_seen_at: Date;
  converted_at: Date | null;
  observations: number;
  is_test: boolean;
  retail_cents: string;
  name_key: string | null;
  family_key: string | null;
  email_key: string | null;
  company_key: string | null;
  company_id: number;
  agency_id: number;
  root_id: number;
  erased_at: Date | null;
  phone_key: string | null;
}

/** A row of `leads_state_day`. */
export interface StateDayRow {
  campaign_id: number;
  day: string;
  state: string;
  product: string;
  leads: number;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `leads_state_sum`. */
export interface StateSumRow {
  covers: 'agency' | 'root';
  day: string;
  product: string;
  state: string;
  leads: string;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `leads_sum`. */
export interface SumRow {
  covers: 'agency' | 'root';
  day: string;
  product: string;
  outcome: string;
  observations: string;
  retail_cents: string;
  wholesale_cents: string;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `leads_summed`. */
export interface SummedRow {
  id: boolean;
  until: string;
}

/** A row of `leads_tag`. */
export interface TagRow {
  lead_id: string;
  tag: string;
  tag_key: string;
  created_at: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `leads_total`. */
export interface TotalRow {
  campaign_id: number;
  product: string;
  leads: number;
  company_id: number;
  agency_id: number;
  root_id: number;
}
