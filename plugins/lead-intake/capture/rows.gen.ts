// Written from the migrated database by `npm run rows`; tests/architecture/rows.test.ts compares.

/** A row of `capture_episode`. */
export interface EpisodeRow {
  id: number;
  campaign_id: number;
  began_at: Date;
  last_at: Date;
  ended_at: Date | null;
  told_at: Date | null;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `capture_identity`. */
export interface IdentityRow {
  kind: 'visitor' | 'md5' | 'sha256' | 'ip';
  value: Buffer;
  person_id: string | null;
  asked_at: Date | null;
}

/** A row of `capture_lookup_campaign`. */
export interface LookupCampaignRow {
  campaign_id: number;
  day: string;
  asked: number;
  refused: number;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `capture_lookup_day`. */
export interface LookupDayRow {
  day: string;
  asked: number;
  found: number;
  failed: number;
  cost_cents: string;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `capture_newcomer`. */
export interface NewcomerRow {
  campaign_id: number;
  visitor: Buffer;
  subject: Buffer;
  at: Date;
  address: Buffer;
  network: Buffer;
  page: Buffer;
  decision: 'passed' | 'limited' | 'review' | null;
  company_id: number;
  agency_id: number;
  root_id: number;
  noted_at: Date;
}

/** A row of `capture_person`. */
export interface PersonRow {
  id: string;
  person_key: Buffer;
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
  address: string;
  city: string;
  state: string;
  zip: string;
  company: string;
  source: string;
  changed_at: Date;
}

/** A row of `capture_pixel`. */
export interface PixelRow {
  campaign_id: number;
  key: string;
  product: string;
  plugin: string;
  status: string;
  timezone: string;
  thank_you_url: string;
  hosts: string[];
  only_pages: string[];
  never_pages: string[];
  hot_pages: string[];
  own_networks: string[];
  reads_forms: boolean;
  starts_at: Date | null;
  ends_at: Date | null;
  closed_at: Date | null;
  created_at: Date;
  changed_at: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `capture_pixel_seen`. */
export interface PixelSeenRow {
  campaign_id: number;
  at: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `capture_recognition`. */
export interface RecognitionRow {
  at: Date;
  campaign_id: number;
  person: string;
  zip: number;
  city: number;
  state: string;
  has: number;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `capture_refused_host`. */
export interface RefusedHostRow {
  campaign_id: number;
  host: string;
  beacons: string;
  first_at: Date;
  last_at: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `capture_visit`. */
export interface VisitRow {
  slot: number;
  fingerprint: string;
  at: Date;
  campaign_id: number;
  state: 'pending' | 'lookup' | 'review' | 'done';
  outcome: string | null;
  lead_id: string | null;
  visitor: string | null;
  email_hash: Buffer | null;
  ip: string | null;
  url: string | null;
  referrer: string | null;
  thank_you: boolean;
  details: unknown;
  asked: boolean;
  lease_until: Date | null;
  held_for: string | null;
  held_network: string | null;
  released: boolean;
  company_id: number;
  agency_id: number;
  root_id: number;
  came_from: string | null;
  device: string | null;
}

/** A row of `capture_withdrawal`. */
export interface WithdrawalRow {
  visitor: string;
  at: Date;
  done_at: Date | null;
  company_id: number;
  agency_id: number;
  root_id: number;
}
