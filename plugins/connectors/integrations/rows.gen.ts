// Written from the migrated database by `npm run rows`; tests/architecture/rows.test.ts compares.

/** A row of `integrations_authorization`. */
export interface AuthorizationRow {
  id: string;
  connector: string;
  connection_id: number | null;
  name: string;
  config: unknown;
  secrets: unknown;
  until: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `integrations_backfill`. */
export interface BackfillRow {
  id: number;
  connection_id: number;
  first: string;
  last: string;
  from_at: Date;
  to_at: Date;
  state: 'running' | 'done' | 'cancelled';
  total: number;
  queued: number;
  place_id: string | null;
  place_at: string | null;
  created_by: number | null;
  created_at: Date;
  finished_at: Date | null;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `integrations_bulk_update`. */
export interface BulkUpdateRow {
  connection_id: number;
  kind: 'hold' | 'send-held' | 'discard-held' | 'send-rejected';
  asked_at: Date;
  stepped_at: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
}

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
  renewing_until: Date | null;
  remedy: string;
  fields: unknown;
  rules: unknown;
  triggers: string[];
  triggers_at: Date;
  template: string | null;
  replaced_until: Date | null;
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
  ref: string;
  steps: unknown;
  erasure_id: string | null;
  backfill_id: number | null;
  trigger: string;
  thing: string | null;
  occasion: string;
  subject: string | null;
  same: Buffer | null;
}

/** A row of `integrations_erasure`. */
export interface ErasureRow {
  id: string;
  key: string;
  connection_id: number | null;
  connector: string;
  name: string;
  refs: string[];
  person: string;
  request_company: number;
  request_id: number;
  state: 'pending' | 'failed' | 'done' | 'refused' | 'manual' | 'confirmed';
  attempts: number;
  next_at: Date;
  claim: string | null;
  lease_until: Date | null;
  response: string;
  asked_at: Date;
  finished_at: Date | null;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `integrations_turn`. */
export interface TurnRow {
  key: Buffer;
  due_at: Date;
}
