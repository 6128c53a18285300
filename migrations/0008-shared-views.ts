import type { Knex } from 'knex';

/** A saved view may be meant for everybody of one user type, in the company that saved it and below. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table core_view add for_type text check (for_type in ('user', 'userdownline', 'administrator', 'sales', 'client'));
    create index on core_view (company_id, page, for_type) where for_type is not null;
  `);
}
