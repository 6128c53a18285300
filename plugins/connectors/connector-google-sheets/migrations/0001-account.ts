import type { Knex } from 'knex';

/** The Google account of a company. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table connector_google_sheets_account (
      id int generated always as identity primary key,
      email text not null check (length(email) between 1 and 320),
      -- Sealed refresh token; empty once access was given up.
      token text not null,
      state text not null default 'ok' check (state in ('ok', 'reauthorise', 'revoked')),
      -- Moves with each authorization: a call begun before says nothing of it any more.
      revision int not null default 0,
      -- Google asked for a pause, or did not answer.
      rest_until timestamptz,
      failures int not null default 0,
      last_result text not null default '',
      last_at timestamptz,
      -- When its owner was told that it does not work.
      told_at timestamptz,
      created_by int references core_account(id) on delete set null,
      created_at timestamptz not null default now()
    );
    select core_tenant_table('connector_google_sheets_account');
    create unique index on connector_google_sheets_account (company_id);
    create index on connector_google_sheets_account (agency_id) where state = 'reauthorise' and told_at is null;
  `);
}
