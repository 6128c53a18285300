import type { Knex } from 'knex';

/** The visits of a lead are found when its person asks for their data; few visits have one. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('create index capture_visit_lead on capture_visit (lead_id) where lead_id is not null');
}
