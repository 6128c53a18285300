import type { Knex } from 'knex';

/** Leads of a chosen period that are sent through a connection afterwards. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table integrations_backfill (
      id int generated always as identity primary key,
      connection_id int not null,
      -- The days as they were chosen, and the instants that they are.
      first date not null,
      last date not null,
      from_at timestamptz not null,
      to_at timestamptz not null,
      state text not null default 'running' check (state in ('running', 'done', 'cancelled')),
      -- How many were to be sent when it began, and how many were queued so far.
      total int not null,
      queued int not null default 0,
      -- The lead behind which it goes on: newest first.
      place_id uuid,
      place_at text,
      created_by int references core_account(id) on delete set null,
      created_at timestamptz not null default now(),
      finished_at timestamptz,
      check (first <= last),
      check ((place_id is null) = (place_at is null))
    );
    select core_tenant_table('integrations_backfill');
    alter table integrations_backfill add foreign key (company_id, connection_id) references integrations_connection (company_id, id) on delete cascade;
    create unique index integrations_backfill_owner on integrations_backfill (company_id, id);
    create unique index integrations_backfill_running on integrations_backfill (connection_id) where state = 'running';
    create index on integrations_backfill (connection_id, id desc);
    alter table integrations_delivery add column backfill_id int;
    alter table integrations_delivery
      add foreign key (company_id, backfill_id) references integrations_backfill (company_id, id) on delete set null (backfill_id);
    create index on integrations_delivery (backfill_id, state) where backfill_id is not null;
  `);
}
