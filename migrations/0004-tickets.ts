import type { Knex } from 'knex';

/** Leave to fetch one file once without a bearer token: for downloads that the browser makes by itself. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table core_ticket (
      hash bytea primary key,
      session_id uuid not null references core_session(id) on delete cascade,
      -- Path and query, exactly as they are to be asked for.
      path text not null,
      locale text not null,
      timezone text not null,
      expires_at timestamptz not null
    );
    select core_platform_table('core_ticket', false);
    create index on core_ticket (session_id);
    create index on core_ticket (expires_at);
  `);
}
