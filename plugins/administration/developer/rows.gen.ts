// Written from the migrated database by `npm run rows`; tests/architecture/rows.test.ts compares.

/** A row of `developer_agency`. */
export interface AgencyRow {
  api_mode: boolean;
  occasion: number;
  agreed_at: Date | null;
  agreed_by: number | null;
  changed_at: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `developer_due`. */
export interface DueRow {
  id: number;
  occasion: number;
  fee_cents: string;
  minimum_max_cents: string;
  minimum_list_cents: unknown;
  due_at: Date;
  settled_at: Date | null;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `developer_key`. */
export interface KeyRow {
  client_id: string;
  secret_hash: Buffer;
  hint: string;
  base_url: string;
  subdomain: string;
  made_by: number;
  made_at: Date;
  used_at: Date | null;
  suspended_at: Date | null;
  revoked_at: Date | null;
  company_id: number;
  agency_id: number;
  root_id: number;
  name: string;
  scopes: string[];
  sandbox: boolean;
}

/** A row of `developer_sso_token`. */
export interface SsoTokenRow {
  token_hash: Buffer;
  account_id: number;
  client_id: string;
  host: string;
  audience_id: number;
  expires_at: Date;
  used_at: Date | null;
  company_id: number;
  agency_id: number;
  root_id: number;
}
