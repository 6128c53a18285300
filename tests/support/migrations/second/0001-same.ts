import type { Knex } from 'knex';

/** Needs what the first plugin made. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('create table second_thing as select * from first_thing');
}
