import type { Knex } from 'knex';

/** How somebody wants the list of a page drawn. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table core_list_layout (
      account_id int not null references core_account(id) on delete cascade,
      page text not null,
      -- Null: the columns that everybody is shown.
      columns text[],
      compact boolean not null,
      primary key (account_id, page)
    );
    select core_tenant_table('core_list_layout');
  `);
}
