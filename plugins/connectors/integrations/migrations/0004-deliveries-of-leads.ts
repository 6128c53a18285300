import type { Knex } from 'knex';

/** Lists of leads ask how each was delivered. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`create index on integrations_delivery (company_id, lead_id, state) where lead_id is not null`);
}
