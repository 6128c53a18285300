import type { Knex } from 'knex';

/** A view that shows every company’s rows, because it reads them as its owner. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table blind_view_note (text text);
    select core_tenant_table('blind_view_note');
    create view blind_view_list as select text from blind_view_note;
  `);
}
