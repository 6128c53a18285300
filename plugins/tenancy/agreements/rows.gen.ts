// Written from the migrated database by `npm run rows`; tests/architecture/rows.test.ts compares.

/** A row of `agreements_acceptance`. */
export interface AcceptanceRow {
  id: number;
  document: string;
  version: number;
  locale: string;
  feature_id: string;
  feature_name: string;
  company_name: string;
  location_menu: string;
  occasion: string;
  sha256: Buffer;
  user_id: number;
  signer_name: string;
  signer_email: string;
  ip: string;
  agent: string;
  accepted_at: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `agreements_copy`. */
export interface CopyRow {
  sha256: Buffer;
  html: string;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `agreements_document`. */
export interface DocumentRow {
  id: number;
  name: string;
  version: number;
  locale: 'en' | 'ar';
  html: string;
  sha256: Buffer;
  effective_on: string;
  material: boolean;
  published_by: number | null;
  published_at: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `agreements_draft`. */
export interface DraftRow {
  name: string;
  locale: 'en' | 'ar';
  html: string;
  saved_by: number;
  saved_at: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `agreements_file`. */
export interface FileRow {
  id: string;
  filename: string;
  type: string;
  size: number;
  bytes: Buffer;
  password_hash: string;
  downloads: number;
  shared_by: number;
  shared_at: Date;
  removed_at: Date | null;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `agreements_file_leave`. */
export interface FileLeaveRow {
  file_id: string;
  session_id: string;
  expires_at: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `agreements_file_try`. */
export interface FileTryRow {
  file_id: string;
  reader: Buffer;
  tries: number;
  window_began: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `agreements_notice`. */
export interface NoticeRow {
  document: string;
  version: number;
  told_at: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
}
