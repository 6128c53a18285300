import type { Knex } from 'knex';

/** The zones in which an owner's campaigns lie are read from one to the next, past all campaigns of the same. */
export async function up(knex: Knex): Promise<void> {
  for (const owner of ['company_id', 'agency_id', 'root_id']) await knex.raw(`create index on campaigns_campaign (${owner}, timezone)`);
}
