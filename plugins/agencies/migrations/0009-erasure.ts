import type { Knex } from 'knex';

/** Which removed companies were erased, and when. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table agencies_erasure (erased_at timestamptz not null);
    select core_tenant_table('agencies_erasure');
    alter table agencies_erasure add primary key (company_id);
  `);
}
