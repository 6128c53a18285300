import type { Knex } from 'knex';

/** Long logs are written to a file in the background, a part at a time; the parts are kept for a day. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table user_log_export (
      id uuid primary key default gen_random_uuid(),
      account_id int not null,
      filter jsonb not null,
      total int not null,
      written int not null default 0,
      -- The last row written; the next part goes on from there.
      last_id bigint,
      created_at timestamptz not null default now(),
      finished_at timestamptz
    );
    select core_tenant_table('user_log_export');
    create index on user_log_export (company_id, account_id, created_at desc);

    create table user_log_part (
      export_id uuid not null references user_log_export(id) on delete cascade,
      part int not null,
      body text not null,
      primary key (export_id, part)
    );
    select core_tenant_table('user_log_part');
  `);
}
