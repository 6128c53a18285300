// Written from the migrated database by `npm run rows`; tests/architecture/rows.test.ts compares.

/** A row of `reports_delivery`. */
export interface DeliveryRow {
  id: string;
  schedule_id: number;
  first: string;
  last: string;
  recipient: string;
  account_id: number | null;
  state: 'waiting' | 'sent' | 'left_out' | 'failed';
  note: string;
  tries: number;
  try_at: Date;
  mail_ref: string | null;
  created_at: Date;
  sent_at: Date | null;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `reports_schedule`. */
export interface ScheduleRow {
  id: number;
  campaign_id: number | null;
  report: string;
  filters: unknown;
  frequency: 'never' | 'daily' | 'weekly' | 'monthly';
  format: 'CSV' | 'PDF' | 'Excel';
  recipients: number[];
  is_paused: boolean;
  next_at: Date | null;
  created_by: number | null;
  created_at: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `reports_selection`. */
export interface SelectionRow {
  account_id: number;
  id: string;
  lead_ids: string[];
  company_id: number;
  agency_id: number;
  root_id: number;
}
