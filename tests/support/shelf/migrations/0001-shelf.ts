import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table shelf_item (id int generated always as identity primary key, title text not null, color text, extra jsonb not null default '{}');
    select core_tenant_table('shelf_item');
    create index on shelf_item (company_id, id);
    -- What ran for an item outside its request: one row for each time.
    create table shelf_trace (id int generated always as identity primary key, item_id int not null, what text not null);
    select core_tenant_table('shelf_trace');
  `);
}
