// Written from the migrated database by `npm run rows`; tests/architecture/rows.test.ts compares.

/** A row of `warranty_case`. */
export interface CaseRow {
  id: number;
  lead_id: string;
  campaign_id: number;
  cause: 'returned' | 'invalid' | 'excluded' | 'duplicate' | 'out_of_area';
  reason: string;
  note: string;
  evidence: unknown;
  state: 'open' | 'credited' | 'declined';
  retail_cents: string;
  fee_cents: string;
  asked_by: number;
  asked_at: Date;
  answer: string;
  answered_by: number;
  answered_at: Date | null;
  told: boolean;
  company_id: number;
  agency_id: number;
  root_id: number;
  product: string;
  credited_on: string | null;
}

/** A row of `warranty_lead`. */
export interface LeadRow {
  lead_id: string;
  due: boolean;
  is_new: boolean;
  told: unknown;
  created_at: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
}
