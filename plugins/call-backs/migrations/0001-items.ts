import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table call_backs_item (id int generated always as identity primary key, name text not null, created_at timestamptz not null default now());
    select core_tenant_table('call_backs_item');
    create index on call_backs_item (company_id, id);
  `);
}
