import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table call_list_skipped (id int generated always as identity primary key, number text not null, created_at timestamptz not null default now());
    select core_tenant_table('call_list_skipped');
    create index on call_list_skipped (company_id, id);
  `);
}
