import type { Knex } from 'knex';

/** Whoever erases a person asks for the rows of their leads in all spreadsheets. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index on connector_google_sheets_row (lead_id);
  `);
}
