import type { Knex } from 'knex';

/** A look at a campaign's page also tells what the website runs on, whether the pixel was there or not. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table site_id_check
      alter passed_at drop not null,
      add looked_at timestamptz,
      -- Names of 'source/website-kind.ts'.
      add found text[] not null default '{}';
  `);
}
