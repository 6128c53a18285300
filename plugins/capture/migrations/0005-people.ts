import type { Knex } from 'knex';

/** The leads of a client that are the same person. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('create index on capture_lead (company_id, person_key)');
}
