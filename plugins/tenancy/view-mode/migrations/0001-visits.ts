import type { Knex } from 'knex';

/** One row for each time an operator looked through somebody's account; it belongs to the company looked at. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table view_mode_visit (
      -- Also the id of the session, so that its end can be noticed however it came.
      id uuid primary key,
      operator_id int not null,
      operator_name text not null,
      account_id int not null,
      account_name text not null,
      reason text not null,
      started_at timestamptz not null default now(),
      ends_at timestamptz not null,
      ended_at timestamptz,
      ended_how text check (ended_how in ('back', 'time', 'stopped', 'session')),
      check ((ended_at is null) = (ended_how is null))
    );
    select core_tenant_table('view_mode_visit');
    create index on view_mode_visit (root_id, started_at desc);
    create index view_mode_open on view_mode_visit (started_at) where ended_at is null;
  `);
}
