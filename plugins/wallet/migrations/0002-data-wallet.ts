import type { Knex } from 'knex';

/** An agency's data wallet, its top-ups, and the sandbox that plays the payment provider. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table wallet_balance (
      balance_cents bigint not null default 0,
      -- What the balance was right after the last successful top-up.
      last_balance_cents bigint not null default 0,
      -- Only a refund or chargeback may take more than there is; nothing is paid from such a wallet.
      overdrawn boolean not null default false,
      -- The price that could last not be paid; null while the wallet is not empty.
      short_of_cents bigint,
      manual_bill boolean not null default false,
      amount_cents bigint not null default 25000 check (amount_cents >= 25000),
      custom_amount boolean not null default false,
      stop_continual boolean not null default true,
      card text not null default 'approved',
      -- Automatic top-ups that failed one after another, and the moment before which none is tried.
      failures smallint not null default 0,
      retry_at timestamptz not null default now(),
      -- Number of the last top-up; with the company's id it is the key that the payment provider sees.
      operations int not null default 0,
      check (balance_cents >= 0 or overdrawn)
    );
    select core_tenant_table('wallet_balance');
    alter table wallet_balance add primary key (company_id);
    create index wallet_balance_low on wallet_balance (retry_at)
      where manual_bill and not stop_continual and balance_cents * 10 < last_balance_cents;

    create table wallet_operation (
      id uuid primary key default gen_random_uuid(),
      number int not null,
      source text not null check (source in ('manual', 'auto')),
      amount_cents bigint not null check (amount_cents > 0),
      card text not null,
      -- What the wallet is set to when the payment succeeds; null leaves it.
      custom_amount boolean,
      stop_continual boolean,
      state text not null default 'created' check (state in ('created', 'submitted', 'succeeded', 'failed', 'unknown')),
      gateway text not null,
      payment_id text,
      reason text,
      -- Who asked: a stated key, or session and request, by which a double click finds the first one.
      asked_key text,
      asked_hash bytea,
      actor_id int not null default 0,
      created_at timestamptz not null default now(),
      finished_at timestamptz,
      -- When the reconciler asks the payment provider what became of it.
      check_at timestamptz not null default now() + interval '2 minutes',
      check ((state = 'succeeded') = (payment_id is not null))
    );
    select core_tenant_table('wallet_operation');
    alter table wallet_operation add unique (company_id, number);
    create unique index wallet_operation_open on wallet_operation (company_id) where state in ('created', 'submitted', 'unknown');
    create unique index wallet_operation_paid on wallet_operation (gateway, payment_id);
    create unique index wallet_operation_asked on wallet_operation (company_id, asked_key);
    create index on wallet_operation (company_id, created_at);
    create index wallet_operation_due on wallet_operation (check_at) where state in ('created', 'submitted', 'unknown');

    -- The other side: what the sandbox provider knows. The product reads it only through the gateway.
    create table wallet_sandbox_charge (
      id text primary key,
      operation_id uuid not null,
      idem_key text not null,
      amount_cents bigint not null,
      status text not null check (status in ('succeeded', 'failed')),
      reason text,
      created_at timestamptz not null default now()
    );
    select core_tenant_table('wallet_sandbox_charge');
    alter table wallet_sandbox_charge add unique (company_id, idem_key), add unique (operation_id);

    -- A client learns whether its agency can pay for a lead, and nothing else of the agency's wallet.
    create function wallet_can_pay(agency int, cents bigint) returns boolean language sql stable security definer
      set search_path = pg_catalog, public set app.scope = 'platform' as
      $$ select coalesce((select not manual_bill or balance_cents >= cents from wallet_balance where company_id = agency), true) $$;
  `);
}
