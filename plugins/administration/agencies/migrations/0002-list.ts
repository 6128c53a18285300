import type { Knex } from 'knex';

/** What the agency list shows and changes of an agency beside its person. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table agencies_profile
      -- The agency's number in other systems.
      add organization_id text,
      add is_whitelabeling boolean not null default false,
      -- Whether its owner is the person whom its clients' questions and notices go to.
      add default_admin boolean not null default true;
    create index on agencies_profile (root_id, sales_rep_id);
  `);
}
