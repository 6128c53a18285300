// Written from the migrated database by `npm run rows`; tests/architecture/rows.test.ts compares.

/** A row of `white_label_domain`. */
export interface DomainRow {
  id: number;
  host: string;
  proof: string;
  state: 'pending' | 'verified' | 'failed' | 'released';
  failures: number;
  fault: string | null;
  claimed_at: Date;
  checked_at: Date | null;
  verified_at: Date | null;
  released_at: Date | null;
  next_check_at: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `white_label_embedded`. */
export interface EmbeddedRow {
  place: 'head' | 'body' | 'footer';
  code: string;
  hash: string;
  changed_by: number | null;
  changed_at: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `white_label_logo`. */
export interface LogoRow {
  hash: string;
  type: 'image/png' | 'image/webp';
  width: number;
  height: number;
  bytes: Buffer;
  created_at: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `white_label_pass`. */
export interface PassRow {
  hash: Buffer;
  expires_at: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `white_label_smtp`. */
export interface SmtpRow {
  host: string;
  port: number;
  user_name: string;
  password: string | null;
  from_name: string;
  from_address: string;
  is_on: boolean;
  failures: number;
  paused_until: Date | null;
  fault: string | null;
  used_at: Date | null;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `white_label_subdomain`. */
export interface SubdomainRow {
  label: string;
  company_id: number;
  agency_id: number;
  root_id: number;
}
