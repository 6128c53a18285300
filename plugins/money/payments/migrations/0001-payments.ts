import type { Knex } from 'knex';

/** Payers and their cards, agencies' accounts, payments, and what the provider told. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table payments_payer (
      gateway text not null,
      -- The connected account on which the customer stands; empty: the platform's own.
      account text not null default '',
      customer text not null,
      card text,
      brand text,
      last4 text,
      exp_month smallint,
      exp_year smallint,
      -- The card was refused for good; it is tried again only after it changed.
      card_failed boolean not null default false,
      changed_at timestamptz not null default now()
    );
    select core_tenant_table('payments_payer');
    alter table payments_payer add primary key (company_id);

    -- An account that takes money: an agency's own, or a sales person's (person_id) of the root.
    create table payments_account (
      person_id int not null default 0,
      gateway text not null,
      account text not null,
      status text not null check (status in ('pending', 'inverification', 'completed', 'failed')),
      charges_enabled boolean not null default false,
      payouts_enabled boolean not null default false,
      requirements text[] not null default '{}',
      checked_at timestamptz not null default now()
    );
    select core_tenant_table('payments_account');
    alter table payments_account add primary key (company_id, person_id);
    create unique index payments_account_id on payments_account (gateway, account);

    create table payments_operation (
      id uuid primary key default gen_random_uuid(),
      kind text not null,
      subject text not null,
      -- How often the subject was tried; with id and number the provider's key never repeats.
      number int not null,
      amount_cents bigint not null check (amount_cents >= 50),
      fee_cents bigint not null default 0 check (fee_cents between 0 and amount_cents),
      description text not null,
      gateway text not null,
      account text not null default '',
      customer text not null,
      card text not null,
      state text not null default 'created' check (state in ('created', 'submitted', 'succeeded', 'failed', 'unknown')),
      reason text,
      client_secret text,
      payment_id text,
      refunded_cents bigint not null default 0 check (refunded_cents between 0 and amount_cents),
      actor_id int not null default 0,
      created_at timestamptz not null default now(),
      -- When it was last handed to a worker that talks to the provider.
      submitted_at timestamptz,
      finished_at timestamptz,
      -- When the reconciler asks the provider what became of it.
      check_at timestamptz not null default now() + interval '2 minutes',
      check ((state = 'succeeded') = (payment_id is not null))
    );
    select core_tenant_table('payments_operation');
    create unique index payments_operation_number on payments_operation (company_id, kind, subject, number);
    -- The rule that nothing is paid twice: one payment of a subject is open or has succeeded.
    create unique index payments_operation_once on payments_operation (company_id, kind, subject) where state <> 'failed';
    create unique index payments_operation_paid on payments_operation (gateway, payment_id);
    create index payments_operation_due on payments_operation (check_at) where state in ('created', 'submitted', 'unknown');

    create table payments_refund (
      id uuid primary key default gen_random_uuid(),
      operation_id uuid not null references payments_operation(id),
      cents bigint not null check (cents > 0),
      reason text not null,
      state text not null default 'created' check (state in ('created', 'succeeded', 'failed')),
      refund_id text unique,
      created_at timestamptz not null default now()
    );
    select core_tenant_table('payments_refund');
    create index on payments_refund (company_id, operation_id);

    -- What the provider told, once each; worked off later by asking for the object itself.
    create table payments_event (
      id text primary key,
      gateway text not null,
      type text not null,
      account text not null,
      object_id text not null,
      payment_id text,
      operation_id text,
      happened_at timestamptz not null,
      received_at timestamptz not null default now(),
      done_at timestamptz
    );
    select core_tenant_table('payments_event');
    create index payments_event_waiting on payments_event (agency_id) where done_at is null;

    -- The other side: what the sandbox provider knows. The product reads it only through the gateway.
    create table payments_sandbox (
      id text primary key,
      kind text not null,
      idem_key text,
      place text not null default '',
      data jsonb not null,
      created_at timestamptz not null default now()
    );
    select core_tenant_table('payments_sandbox');
    create unique index payments_sandbox_key on payments_sandbox (company_id, kind, idem_key);

    -- A client pays its agency on the agency's account, and learns nothing else of it.
    create function payments_account_of(agency int) returns table (account text, charges_enabled boolean) language sql stable security definer
      set search_path = pg_catalog, public set app.scope = 'platform' as
      $$ select a.account, a.charges_enabled from payments_account a where a.company_id = agency and a.person_id = 0 $$;
  `);
}
