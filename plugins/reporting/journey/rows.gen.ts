// Written from the migrated database by `npm run rows`; tests/architecture/rows.test.ts compares.

/** A row of `journey_day`. */
export interface DayRow {
  campaign_id: number;
  day: string;
  pages: number;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `journey_hot`. */
export interface HotRow {
  lead_id: string;
  day: string;
  campaign_id: number;
  at: Date;
  url: string;
  told_at: Date | null;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `journey_lead`. */
export interface LeadRow {
  lead_id: string;
  campaign_id: number;
  identified_at: Date;
  day: string;
  first_touch: unknown;
  last_touch: unknown;
  conversions: number;
  amount: string | null;
  currency: string | null;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `journey_origin`. */
export interface OriginRow {
  campaign_id: number;
  day: string;
  kind: 'page' | 'source';
  name: string;
  leads: number;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `journey_page`. */
export interface PageRow {
  id: string;
  campaign_id: number;
  visitor: Buffer;
  at: Date;
  url: string;
  title: string;
  referrer: string;
  params: unknown;
  enters: boolean;
  thank_you: boolean;
  event: string | null;
  event_id: string | null;
  amount: string | null;
  currency: string | null;
  lead_id: string | null;
  company_id: number;
  agency_id: number;
  root_id: number;
}
