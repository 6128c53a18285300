import type { Knex } from 'knex';

/** A table without row-level security. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`create table open_table_note (text text)`);
}
