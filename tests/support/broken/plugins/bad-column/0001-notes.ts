import type { Knex } from 'knex';

/** A definition relies on a column that is not there, and on one of another type. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table bad_column_note (id int primary key, count text not null);
    select core_tenant_table('bad_column_note');
  `);
}
