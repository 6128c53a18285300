// Written from the migrated database by `npm run rows`; tests/architecture/rows.test.ts compares.

/** A row of `roles_person`. */
export interface PersonRow {
  account_id: number;
  role_id: number | null;
  permissions: unknown;
  permission_active: boolean;
  company_id: number;
  agency_id: number;
  root_id: number;
  ceiling: unknown;
  given_by: number | null;
}

/** A row of `roles_role`. */
export interface RoleRow {
  id: number;
  name: string;
  icon: string;
  rights: unknown;
  created_at: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
}
