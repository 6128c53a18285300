import type { Knex } from 'knex';

/** What an agency settles for each of its clients. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table clients_profile
      add column domain text not null default '',
      -- Nothing but security and billing mail to its people.
      add column mutes_notices boolean not null default false,
      add column may_add_campaigns boolean not null default true,
      add column sees_phones boolean not null default true,
      add column edits_spreadsheets boolean not null default false,
      -- A code is asked of its person at each sign-in.
      add column asks_factor boolean not null default false,
      -- Payment terms chosen from those of the agency; null for all of them.
      add column terms text[];
  `);
}
