import type { Knex } from 'knex';

/** A table that the plugin does not register. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`create table secret_table_note (text text); select core_tenant_table('secret_table_note')`);
}
