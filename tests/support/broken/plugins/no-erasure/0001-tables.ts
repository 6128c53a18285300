import type { Knex } from 'knex';

/** A table of companies. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`create table no_erasure_note (text text); select core_tenant_table('no_erasure_note')`);
}
