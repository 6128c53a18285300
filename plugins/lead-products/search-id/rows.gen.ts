// Written from the migrated database by `npm run rows`; tests/architecture/rows.test.ts compares.

/** A row of `search_id_campaign`. */
export interface CampaignRow {
  campaign_id: number;
  keywords: string[];
  contextual: string[];
  stop_words: string[];
  description: string;
  required: string[];
  place_by: 'places' | 'radius';
  radius_center: string;
  radius_miles: number;
  sifi_campaign: string;
  sifi_organization: string;
  external_campaign: string;
  external_organization: string;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `search_id_count`. */
export interface CountRow {
  id: string;
  campaign_id: number;
  run_id: number;
  location_id: number;
  keyword: string;
  fingerprint: Buffer;
  state: 'pending' | 'processing' | 'success' | 'error';
  task: string | null;
  lease_until: Date | null;
  tries: number;
  try_at: Date;
  people: string | null;
  inside: string | null;
  counted_at: Date | null;
  as_of: Date | null;
  created_at: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `search_id_location`. */
export interface LocationRow {
  id: number;
  campaign_id: number;
  kind: 'national' | 'state' | 'city' | 'zip' | 'radius';
  places: string[];
  miles: number | null;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `search_id_reading`. */
export interface ReadingRow {
  campaign_id: number;
  rule: Buffer | null;
  position: string;
  done_to: string;
  look_at: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `search_id_record`. */
export interface RecordRow {
  campaign_id: number;
  position: string;
  noted_at: Date;
  retry_at: Date | null;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `search_id_run`. */
export interface RunRow {
  id: number;
  campaign_id: number;
  asked_by: number | null;
  asked_at: Date;
  finished_at: Date | null;
  company_id: number;
  agency_id: number;
  root_id: number;
}
