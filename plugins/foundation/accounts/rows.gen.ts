// Written from the migrated database by `npm run rows`; tests/architecture/rows.test.ts compares.

/** A row of `accounts_attempt`. */
export interface AttemptRow {
  key: Buffer;
  failures: number;
  failed_at: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `accounts_challenge`. */
export interface ChallengeRow {
  id: string;
  account_id: number;
  code_hash: Buffer | null;
  tries: number;
  sent_at: Date;
  expires_at: Date;
  used_at: Date | null;
  company_id: number;
  agency_id: number;
  root_id: number;
  ip: string;
  ordinal: string;
  device_hash: Buffer | null;
  session_id: string | null;
}

/** A row of `accounts_choice`. */
export interface ChoiceRow {
  token_hash: Buffer;
  account_ids: number[];
  expires_at: Date;
  used_at: Date | null;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `accounts_credential`. */
export interface CredentialRow {
  account_id: number;
  password_hash: string | null;
  second_factor: 'none' | 'email' | 'google';
  failures: number;
  failed_at: Date | null;
  locked_until: Date | null;
  changed_at: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
  totp_secret: string | null;
  totp_confirmed: boolean;
  totp_step: string;
  pending_secret: string | null;
  pending_until: Date | null;
  short_password: boolean;
  email_proven: boolean;
  day_failures: number;
  day_began: Date | null;
  password_given: boolean;
  told_locked_at: Date | null;
}

/** A row of `accounts_device`. */
export interface DeviceRow {
  account_id: number;
  device_hash: Buffer;
  failures: number;
  failed_at: Date | null;
  seen_at: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `accounts_email_change`. */
export interface EmailChangeRow {
  id: number;
  account_id: number;
  old_email: string;
  new_email: string;
  asked_by: number;
  asked_session: string | null;
  asked_at: Date;
  confirm_hash: Buffer;
  confirm_until: Date;
  undo_hash: Buffer;
  undo_until: Date;
  confirmed_at: Date | null;
  ended_at: Date | null;
  outcome: 'undone' | 'replaced' | null;
  second_factor: string;
  totp_secret: string | null;
  totp_confirmed: boolean;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `accounts_factor_reset`. */
export interface FactorResetRow {
  id: number;
  account_id: number;
  asked_by: number;
  token_hash: Buffer;
  asked_at: Date;
  due_at: Date;
  ended_at: Date | null;
  outcome: 'done' | 'refused' | 'void' | null;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `accounts_link`. */
export interface LinkRow {
  token_hash: Buffer;
  account_id: number;
  expires_at: Date;
  used_at: Date | null;
  company_id: number;
  agency_id: number;
  root_id: number;
  known_device: boolean;
}

/** A row of `accounts_notice`. */
export interface NoticeRow {
  account_id: number;
  kind: string;
  sent_at: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `accounts_profile`. */
export interface ProfileRow {
  account_id: number;
  phone: string;
  phone_country_code: string;
  phone_country_calling_code: string;
  picture: string | null;
  company_id: number;
  agency_id: number;
  root_id: number;
  language: 'en' | 'ar' | null;
}

/** A row of `accounts_recovery`. */
export interface RecoveryRow {
  account_id: number;
  code_hash: Buffer;
  used_at: Date | null;
  company_id: number;
  agency_id: number;
  root_id: number;
}
