import type { Knex } from 'knex';

/** Endpoints can be switched off by hand, have two secrets while one takes over from the other, and show what was sent to them. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table open_api_endpoint
      drop constraint open_api_endpoint_state_check,
      add check (state in ('active', 'stopped', 'disabled')),
      -- Sealed; messages are signed with it too until then.
      add column old_secret text,
      add column old_until timestamptz,
      add check ((old_secret is null) = (old_until is null));

    -- Each try; it names nobody, since events do not.
    create table open_api_delivery (
      id bigint generated always as identity primary key,
      endpoint_id uuid not null references open_api_endpoint (id) on delete cascade,
      -- Of the event in the agency's feed; null for a test.
      position bigint,
      type text not null,
      status int,
      -- Empty: it was taken.
      error text not null default '',
      milliseconds int not null,
      at timestamptz not null default now()
    );
    select core_tenant_table('open_api_delivery');
    create index on open_api_delivery (company_id, endpoint_id, id desc);
    create index on open_api_delivery (endpoint_id);
    create index on open_api_delivery (at);
  `);
}
