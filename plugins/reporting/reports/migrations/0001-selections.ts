import type { Knex } from 'knex';

/** The leads that somebody selected for a file, until they select others. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table reports_selection (
      account_id int primary key references core_account (id) on delete cascade,
      id uuid not null default gen_random_uuid(),
      lead_ids uuid[] not null
    );
    select core_tenant_table('reports_selection');
  `);
}
