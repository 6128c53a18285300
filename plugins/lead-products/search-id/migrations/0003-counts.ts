import type { Knex } from 'knex';

/** How many people there are for a campaign's keywords in its places: asked for in runs, counted by a queue. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table search_id_run (
      id int generated always as identity primary key,
      campaign_id int not null,
      -- Who is told when it took long; nobody: the client's owner.
      asked_by int,
      asked_at timestamptz not null default now(),
      finished_at timestamptz
    );
    select core_tenant_table('search_id_run');
    create unique index search_id_run_open on search_id_run (campaign_id) where finished_at is null;
    create index search_id_run_waiting on search_id_run (agency_id, company_id) where finished_at is null;

    -- Where people are counted: one row for each kind of place that a campaign names.
    create table search_id_location (
      id int generated always as identity primary key,
      campaign_id int not null,
      kind text not null check (kind in ('national', 'state', 'city', 'zip', 'radius')),
      places text[] not null default '{}',
      miles int
    );
    select core_tenant_table('search_id_location');
    create index on search_id_location (campaign_id);

    -- One row for a keyword and a location.
    create table search_id_count (
      id bigint generated always as identity primary key,
      campaign_id int not null,
      run_id int not null references search_id_run(id) on delete cascade,
      location_id int not null references search_id_location(id) on delete cascade,
      keyword text not null,
      -- Of keyword and location: a count of the last 24 hours answers for it.
      fingerprint bytea not null,
      state text not null default 'pending' check (state in ('pending', 'processing', 'success', 'error')),
      -- Rows that are counted together have the same, until the time is over.
      task uuid,
      lease_until timestamptz,
      tries smallint not null default 0,
      try_at timestamptz not null default now(),
      people bigint,
      inside bigint,
      counted_at timestamptz,
      -- When the records that were counted came in.
      as_of timestamptz,
      created_at timestamptz not null default now()
    );
    select core_tenant_table('search_id_count');
    create index on search_id_count (campaign_id, id);
    create index on search_id_count (run_id);
    create index search_id_count_open on search_id_count (agency_id, try_at) where state in ('pending', 'processing');
    create index search_id_count_known on search_id_count (company_id, fingerprint, counted_at) where state = 'success';
  `);
}
