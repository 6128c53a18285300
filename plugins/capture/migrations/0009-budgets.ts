import type { Knex } from 'knex';

/** Visits that ended because their client had used up its share of the agency's wallet. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter table capture_day add column share int not null default 0`);
}
