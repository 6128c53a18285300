// Written from the migrated database by `npm run rows`; tests/architecture/rows.test.ts compares.

/** A row of `campaigns_campaign`. */
export interface CampaignRow {
  id: number;
  product: string;
  name: string;
  status: 'draft' | 'scheduled' | 'active' | 'paused' | 'ended' | 'stopped' | 'archived' | 'removed';
  pause_reason: string | null;
  timezone: string;
  start_date: string | null;
  end_date: string | null;
  starts_at: Date | null;
  ends_at: Date | null;
  retail_cents: string;
  active_retail_cents: string | null;
  retail_from: Date | null;
  lead_limit: number;
  limit_frequency: 'day' | 'week' | 'month' | 'total';
  limit_start: string | null;
  limit_end: string | null;
  cost_limit_cents: string;
  full_until: Date | null;
  reidentification: string;
  whole_client: boolean;
  require_email: boolean;
  require_phone: boolean;
  require_address: boolean;
  nationwide: boolean;
  states: string[];
  zips: string[];
  cities: string[];
  report_sent_to: string[];
  notify_every: number;
  extra: unknown;
  created_at: Date;
  removed_at: Date | null;
  company_id: number;
  agency_id: number;
  root_id: number;
  hide_phone: boolean;
  erased_at: Date | null;
  report_type: 'CSV' | 'PDF' | 'Excel' | 'GoogleSheet';
  admin_notify_to: number[];
  noticed_leads: string;
  has_minimum_leads: boolean;
  minimum_leads: number;
  client_campaign_id: string;
  name_key: string | null;
  advanced_cents: string | null;
  active_advanced_cents: string | null;
  notice_due: boolean;
}

/** A row of `campaigns_move`. */
export interface MoveRow {
  id: string;
  campaign_id: number;
  from_status: string;
  to_status: string;
  reason: string | null;
  actor_id: number;
  viewed_by: number | null;
  at: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `campaigns_window`. */
export interface WindowRow {
  campaign_id: number;
  kind: 'day' | 'week' | 'month' | 'total' | 'cents';
  starts_on: string;
  used: string;
  company_id: number;
  agency_id: number;
  root_id: number;
}
