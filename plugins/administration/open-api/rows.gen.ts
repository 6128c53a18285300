// Written from the migrated database by `npm run rows`; tests/architecture/rows.test.ts compares.

/** A row of `open_api_delivery`. */
export interface DeliveryRow {
  id: string;
  endpoint_id: string;
  position: string | null;
  type: string;
  status: number | null;
  error: string;
  milliseconds: number;
  at: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `open_api_endpoint`. */
export interface EndpointRow {
  id: string;
  url: string;
  types: string[];
  sandbox: boolean;
  secret: string;
  state: 'active' | 'stopped' | 'disabled';
  position: string;
  failures: number;
  next_at: Date;
  claim: string | null;
  lease_until: Date | null;
  last_sent_at: Date | null;
  last_status: number | null;
  last_error: string | null;
  made_at: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
  old_secret: string | null;
  old_until: Date | null;
}

/** A row of `open_api_event`. */
export interface EventRow {
  position: string;
  sandbox: boolean;
  type: string;
  data: unknown;
  at: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `open_api_feed`. */
export interface FeedRow {
  last: string;
  removed: string;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `open_api_sandbox`. */
export interface SandboxRow {
  n: string;
  kind: string;
  id: string;
  body: unknown;
  company_id: number;
  agency_id: number;
  root_id: number;
}
