// Written from the migrated database by `npm run rows`; tests/architecture/rows.test.ts compares.

/** A row of `intent_import`. */
export interface ImportRow {
  id: number;
  records: string;
  last_position: string;
  finished_at: Date;
}

/** A row of `intent_keyword`. */
export interface KeywordRow {
  id: number;
  keyword: string;
  words: string[];
}

/** A row of `intent_large_city`. */
export interface LargeCityRow {
  city_id: number;
}

/** A row of `intent_record`. */
export interface RecordRow {
  position: string;
  person_id: string;
  searched_at: Date;
  keyword_id: number;
  state_id: number;
  city_id: number;
  zip_id: number;
}

/** A row of `intent_supplier`. */
export interface SupplierRow {
  next_at: Date;
  cursor: string;
  failures: number;
  asked_at: Date | null;
  answered_at: Date | null;
  problem: string | null;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `intent_supplier_day`. */
export interface SupplierDayRow {
  day: string;
  received: string;
  added: string;
  known: string;
  unknown: string;
  rejected: string;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `intent_tally`. */
export interface TallyRow {
  keyword_id: number;
  place_id: number;
  people: number;
}

/** A row of `intent_touched`. */
export interface TouchedRow {
  keyword_id: number;
  person_id: string;
}

/** A row of `intent_wanderer`. */
export interface WandererRow {
  keyword_id: number;
  place_id: number;
  person_id: string;
}
