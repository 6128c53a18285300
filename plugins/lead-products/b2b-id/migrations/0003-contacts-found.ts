import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  // Whether what was asked about became a lead: a search that found nobody says so.
  await knex.raw('alter table b2b_id_target add column is_lead boolean not null default false');
}
