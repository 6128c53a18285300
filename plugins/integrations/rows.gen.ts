// Written from the migrated database by `npm run rows`; tests/architecture/rows.test.ts compares.

/** A row of `integrations_connection`. */
export interface ConnectionRow {
  id: number;
  connector: string;
  name: string;
  config: unknown;
  secrets: unknown;
  enabled: boolean;
  state: 'untested' | 'ok' | 'failing' | 'reauthorise' | 'held' | 'disabled';
  last_result: string;
  last_at: Date | null;
  shown_until: Date | null;
  claim: string | null;
  lease_until: Date | null;
  served_at: Date | null;
  rest_until: Date | null;
  created_by: number | null;
  created_at: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
  failures: number;
  refused: number;
  revision: number;
  told_at: Date | null;
  expiry_told_at: Date | null;
  open: boolean;
}

/** A row of `integrations_delivery`. */
export interface DeliveryRow {
  id: string;
  event_id: string;
  connection_id: number;
  lead_id: string | null;
  replay_no: number;
  is_test: boolean;
  state: 'pending' | 'delivered' | 'failed' | 'held' | 'rejected' | 'discarded' | 'skipped';
  attempts: number;
  next_at: Date;
  claim: string | null;
  lease_until: Date | null;
  response: string;
  created_at: Date;
  finished_at: Date | null;
  company_id: number;
  agency_id: number;
  root_id: number;
  held_at: Date | null;
}
