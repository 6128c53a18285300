import type { Knex } from 'knex';

/** The plan of each agency, and what the root charges it beside its leads. Amounts are US cents. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table agency_plans_agency (
      -- The plan bought from the root: compared with the configured ones.
      package_id text,
      exclude_minimum_spend boolean not null default false,
      onboard_cents bigint not null default 0 check (onboard_cents = 0 or onboard_cents > 50),
      onboard_coupon boolean not null default false,
      exclude_onboard_charge boolean not null default false,
      is_onboard_charged boolean not null default false
    );
    select core_tenant_table('agency_plans_agency');
    alter table agency_plans_agency add primary key (company_id);
  `);
}
