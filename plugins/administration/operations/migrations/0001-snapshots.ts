import type { Knex } from 'knex';

/** Configurations of agencies as they were at some moment. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table operations_snapshot (
      id int generated always as identity primary key,
      name text not null check (length(name) between 1 and 80),
      -- Taken by hand, or before something was pushed or brought back.
      reason text not null check (reason in ('kept', 'push', 'restore')),
      -- By part, what the agency had configured in it.
      parts jsonb not null,
      -- The snapshot that was pushed or brought back.
      source_id int,
      made_by int,
      made_at timestamptz not null default now()
    );
    select core_tenant_table('operations_snapshot');
    create index on operations_snapshot (root_id, id desc);
    create index on operations_snapshot (agency_id, id desc);
  `);
}
