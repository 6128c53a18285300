// Written from the migrated database by `npm run rows`; tests/architecture/rows.test.ts compares.

/** A row of `dunning_agency`. */
export interface AgencyRow {
  id: number;
  failed_at: Date;
  grace_until: Date;
  stage: 'grace' | 'paused';
  operations: string[];
  owed_cents: string;
  closed_at: Date | null;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `dunning_arrears`. */
export interface ArrearsRow {
  id: number;
  failed_at: Date;
  rounds: number;
  next_try_at: Date | null;
  try_now: boolean;
  hard: boolean;
  stage: 'failed' | 'suspended' | 'stopped';
  campaigns: number[];
  closed_at: Date | null;
  company_id: number;
  agency_id: number;
  root_id: number;
  look_at: Date;
}

/** A row of `dunning_invoice`. */
export interface InvoiceRow {
  arrears_id: number;
  invoice_id: string;
  operation_id: string;
  company_id: number;
  agency_id: number;
  root_id: number;
}
