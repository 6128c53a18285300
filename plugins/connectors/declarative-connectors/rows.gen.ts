// Written from the migrated database by `npm run rows`; tests/architecture/rows.test.ts compares.

/** A row of `declarative_connectors_document`. */
export interface DocumentRow {
  id: number;
  name: string;
  draft: string | null;
  edits: number;
  version: number | null;
  withdrawn: boolean;
  revision: string;
  changed_by: number | null;
  changed_at: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `declarative_connectors_version`. */
export interface VersionRow {
  id: string;
  name: string;
  version: number;
  text: string;
  published_by: number | null;
  published_at: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
}
