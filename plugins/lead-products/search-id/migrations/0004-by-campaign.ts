import type { Knex } from 'knex';

/** Runs are looked up by their campaign, and counts of a place go with it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index on search_id_run (campaign_id);
    create index on search_id_count (location_id);
  `);
}
