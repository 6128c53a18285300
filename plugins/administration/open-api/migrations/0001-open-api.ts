import type { Knex } from 'knex';

/** The events feed of each agency, endpoints that it is sent to, and what programs of the sandbox work on. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- One row for each agency whose events are kept, so that events have one order that everybody reads.
    create table open_api_feed (
      last bigint not null default 0,
      -- Everything up to here was removed by age.
      removed bigint not null default 0
    );
    select core_tenant_table('open_api_feed');
    alter table open_api_feed add primary key (company_id);

    -- Names nobody: who is meant is asked for by id, so that what was erased is gone here as well. Belongs to the company it is about.
    create table open_api_event (
      position bigint not null,
      sandbox boolean not null,
      type text not null,
      data jsonb not null,
      at timestamptz not null default now()
    );
    select core_tenant_table('open_api_event');
    alter table open_api_event add primary key (agency_id, position);
    create index on open_api_event (company_id);
    create index on open_api_event (at);
    create index on open_api_event (agency_id, position) where sandbox;

    -- Takes places in the feed of an agency for whoever works for one of its clients, and answers the last of them; null: nobody reads it. The row is
    -- held until the transaction ends, so that places become readable in their order.
    create function open_api_take(agency int, places int) returns bigint
      language sql volatile security definer set search_path = pg_catalog, public set app.scope = 'platform' as
      $$ update open_api_feed set last = last + places where company_id = agency returning last $$;

    create table open_api_endpoint (
      id uuid primary key default gen_random_uuid(),
      url text not null,
      -- None: events of every type.
      types text[] not null,
      sandbox boolean not null,
      secret text not null,
      state text not null default 'active' check (state in ('active', 'stopped')),
      -- The last event that is done with.
      position bigint not null,
      failures int not null default 0,
      next_at timestamptz not null default now(),
      claim uuid,
      lease_until timestamptz,
      last_sent_at timestamptz,
      last_status int,
      last_error text,
      made_at timestamptz not null default now()
    );
    select core_tenant_table('open_api_endpoint');
    create index on open_api_endpoint (company_id, made_at);

    create table open_api_sandbox (
      n bigint generated always as identity,
      kind text not null,
      id text not null,
      body jsonb not null
    );
    select core_tenant_table('open_api_sandbox');
    create unique index on open_api_sandbox (company_id, kind, id);
  `);
}
