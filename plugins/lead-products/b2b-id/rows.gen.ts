// Written from the migrated database by `npm run rows`; tests/architecture/rows.test.ts compares.

/** A row of `b2b_id_campaign`. */
export interface CampaignRow {
  campaign_id: number;
  kind: 'contact' | 'company';
  information: string[];
  sources: string[];
  countries: string[];
  sizes: string[];
  industries: string[];
  least_confidence: number;
  job_titles: string[];
  contacts: number;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `b2b_id_company`. */
export interface CompanyRow {
  id: number;
  key: string;
  name: string;
  network_confidence: number;
  visits: number;
  views: number;
  first_seen_at: Date;
  last_seen_at: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `b2b_id_look`. */
export interface LookRow {
  campaign_id: number;
  look_at: Date;
  seen_to: Date | null;
  since: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `b2b_id_page`. */
export interface PageRow {
  visiting_id: number;
  campaign_id: number;
  url: string;
  views: number;
  last_at: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `b2b_id_record`. */
export interface RecordRow {
  visiting_id: number;
  state: 'asking' | 'known' | 'unknown';
  tries: number;
  lease_until: Date;
  name: string;
  domain: string;
  industry: string;
  employees: number | null;
  country: string;
  region: string;
  city: string;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `b2b_id_site`. */
export interface SiteRow {
  visiting_id: number;
  campaign_id: number;
  last_at: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `b2b_id_target`. */
export interface TargetRow {
  id: string;
  campaign_id: number;
  visiting_id: number;
  number: number;
  state: 'waiting' | 'asking' | 'answered' | 'done';
  misfit: boolean;
  tries: number;
  lease_until: Date;
  answer: unknown;
  noted_at: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
  is_lead: boolean;
}
