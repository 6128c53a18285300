import type { Knex } from 'knex';

/** Clients and agencies whose payment failed, from the first failure until nothing is owed any more. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table dunning_arrears (
      id int generated always as identity primary key,
      failed_at timestamptz not null,
      -- Tries after the first failure that the calendar asked for.
      rounds smallint not null default 0,
      next_try_at timestamptz,
      -- A try is due at once: the calendar says so, or the card changed.
      try_now boolean not null default false,
      -- The bank refused the card for good: no try before it changes.
      hard boolean not null default false,
      card_changed_at timestamptz,
      stage text not null default 'failed' check (stage in ('failed', 'suspended', 'stopped')),
      -- What the arrears paused.
      campaigns int[] not null default '{}',
      closed_at timestamptz
    );
    select core_tenant_table('dunning_arrears');
    create unique index dunning_arrears_open on dunning_arrears (company_id) where closed_at is null;
    create index on dunning_arrears (agency_id) where closed_at is null;

    -- Invoices of the arrears, with the last payment that failed: what is told twice counts once.
    create table dunning_invoice (
      arrears_id int not null references dunning_arrears(id),
      invoice_id text not null,
      operation_id text not null
    );
    select core_tenant_table('dunning_invoice');
    alter table dunning_invoice add primary key (company_id, arrears_id, invoice_id);

    create table dunning_agency (
      id int generated always as identity primary key,
      failed_at timestamptz not null,
      grace_until timestamptz not null,
      stage text not null default 'grace' check (stage in ('grace', 'paused')),
      operations text[] not null,
      owed_cents bigint not null,
      closed_at timestamptz
    );
    select core_tenant_table('dunning_agency');
    create unique index dunning_agency_open on dunning_agency (company_id) where closed_at is null;

    -- A client learns how far its agency's arrears have gone, and nothing else of them.
    create function dunning_agency_stage(agency int) returns text language sql stable security definer
      set search_path = pg_catalog, public set app.scope = 'platform' as
      $$ select stage from dunning_agency where company_id = agency and closed_at is null $$;
  `);
}
