// Written from the migrated database by `npm run rows`; tests/architecture/rows.test.ts compares.

/** A row of `agency_plans_agency`. */
export interface AgencyRow {
  package_id: string | null;
  exclude_minimum_spend: boolean;
  onboard_cents: string;
  onboard_coupon: boolean;
  exclude_onboard_charge: boolean;
  is_onboard_charged: boolean;
  company_id: number;
  agency_id: number;
  root_id: number;
}
