// Written from the migrated database by `npm run rows`; tests/architecture/rows.test.ts compares.

/** A row of `enrichment_day`. */
export interface DayRow {
  supplier: string;
  day: string;
  asked: number;
  found: number;
  failed: number;
  cost_cents: string;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `enrichment_field`. */
export interface FieldRow {
  supplier: string;
  day: string;
  field: string;
  asked: number;
  filled: number;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `enrichment_halt`. */
export interface HaltRow {
  supplier: string;
  named_cents: number;
  halted_at: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
}
