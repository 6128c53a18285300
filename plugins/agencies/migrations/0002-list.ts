import type { Knex } from 'knex';

/** What the agency list shows and changes of an agency beside its person. Amounts are US cents. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table agencies_profile
      -- The agency's number in other systems.
      add organization_id text,
      add is_whitelabeling boolean not null default false,
      -- Whether its owner is the person whom its clients' questions and notices go to.
      add default_admin boolean not null default true,
      -- The plan bought from the root: compared with the configured packages.
      add package_id text,
      add exclude_minimum_spend boolean not null default false,
      add onboard_cents bigint not null default 0 check (onboard_cents = 0 or onboard_cents > 50),
      add onboard_coupon boolean not null default false,
      add exclude_onboard_charge boolean not null default false,
      add is_onboard_charged boolean not null default false;
    create index on agencies_profile (root_id, sales_rep_id);
  `);
}
