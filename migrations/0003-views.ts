import type { Knex } from 'knex';

/** What a person saved of a list: a name for its filters, order and search. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table core_view (
      id int generated always as identity primary key,
      account_id int not null references core_account(id) on delete cascade,
      page text not null,
      name text not null,
      query text not null,
      created_at timestamptz not null default now()
    );
    select core_tenant_table('core_view');
    create unique index core_view_name on core_view (company_id, account_id, page, name);
  `);
}
