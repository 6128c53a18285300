// Written from the migrated database by `npm run rows`; tests/architecture/rows.test.ts compares.

/** A row of `enhance_id_campaign`. */
export interface CampaignRow {
  campaign_id: number;
  kind: 'basic' | 'advanced';
  information: string[];
  sources: string[];
  answers: string;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `enhance_id_look`. */
export interface LookRow {
  campaign_id: number;
  look_at: Date;
  seen_to: Date | null;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `enhance_id_person`. */
export interface PersonRow {
  campaign_id: number;
  person_key: Buffer;
  lead_id: string;
  state: 'asking' | 'answered' | 'done';
  tries: number;
  lease_until: Date;
  answer: unknown;
  noted_at: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
}
