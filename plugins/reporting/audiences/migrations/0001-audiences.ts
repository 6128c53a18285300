import type { Knex } from 'knex';

/** Audiences: which leads they are, never who they are. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table audiences_audience (
      id int generated always as identity primary key,
      name text not null check (length(name) between 1 and 100),
      filters jsonb not null default '{}',
      created_at timestamptz not null default now()
    );
    select core_tenant_table('audiences_audience');
    create index on audiences_audience (company_id, id);
  `);
}
