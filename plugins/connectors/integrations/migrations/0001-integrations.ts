import type { Knex } from 'knex';

/** Connections to other systems, and every lead's way through each of them. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table integrations_connection (
      id int generated always as identity primary key,
      connector text not null check (length(connector) between 1 and 100),
      name text not null check (length(name) between 1 and 60),
      config jsonb not null default '{}',
      -- Field -> sealed value.
      secrets jsonb not null default '{}',
      enabled boolean not null default true,
      state text not null default 'ok' check (state in ('ok', 'held', 'disabled')),
      last_result text not null default '',
      last_at timestamptz,
      -- Until then values made by the platform can be read; afterwards only replaced.
      shown_until timestamptz,
      -- One worker at a time serves a connection, so that its leads arrive in order.
      claim uuid,
      lease_until timestamptz,
      served_at timestamptz,
      -- After a failure the whole connection rests, so that a dead end costs one call and not one for each lead.
      rest_until timestamptz,
      created_by int references core_account(id) on delete set null,
      created_at timestamptz not null default now()
    );
    select core_tenant_table('integrations_connection');
    create unique index integrations_connection_owner on integrations_connection (company_id, id);
    create index on integrations_connection (root_id, served_at);

    create table integrations_delivery (
      id bigint generated always as identity primary key,
      -- The same over all tries: the other end tells repeats by it.
      event_id uuid not null unique default gen_random_uuid(),
      connection_id int not null,
      lead_id uuid not null,
      replay_no int not null default 0,
      is_test boolean not null default false,
      state text not null default 'pending' check (state in ('pending', 'delivered', 'failed', 'held', 'dead', 'skipped')),
      attempts int not null default 0,
      next_at timestamptz not null default now(),
      claim uuid,
      lease_until timestamptz,
      response text not null default '',
      created_at timestamptz not null default now(),
      finished_at timestamptz,
      unique (connection_id, lead_id, replay_no)
    );
    select core_tenant_table('integrations_delivery');
    alter table integrations_delivery add foreign key (company_id, connection_id) references integrations_connection (company_id, id) on delete cascade;
    create index on integrations_delivery (company_id, connection_id, id desc);
    create index integrations_delivery_due on integrations_delivery (connection_id, id) include (next_at) where state in ('pending', 'failed');

    -- Leads go to the client's connections and to its agency's. The event may be handled under the client's RLS policys, which hide the
    -- agency's connections; this reveals only how many deliveries were made.
    create function integrations_fan_out(client int, leads uuid[], test boolean) returns int language plpgsql security definer
      set search_path = pg_catalog, public set app.scope = 'platform' as $$
    declare made int;
    begin
      insert into integrations_delivery (company_id, connection_id, lead_id, is_test)
      select c.company_id, c.id, l.id, test
      from core_tenant t
      join integrations_connection c on c.company_id in (t.id, t.agency_id) and c.enabled
      cross join unnest(leads) with ordinality as l(id, at)
      where t.id = client
      order by l.at, c.id
      on conflict (connection_id, lead_id, replay_no) do nothing;
      get diagnostics made = row_count;
      return made;
    end $$;
  `);
}
