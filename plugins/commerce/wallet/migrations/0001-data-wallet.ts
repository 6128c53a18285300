import type { Knex } from 'knex';

/** How agencies fund their data wallets, and what part of one each client may use. What stands in a wallet, the ledger knows. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table wallet_state (
      -- What the balance was right after the last successful top-up.
      last_balance_cents bigint not null default 0,
      -- The price that could last not be paid; null while the wallet is not empty.
      short_of_cents bigint,
      manual_bill boolean not null default false,
      amount_cents bigint not null default 25000 check (amount_cents >= 25000),
      custom_amount boolean not null default false,
      stop_continual boolean not null default true,
      -- Automatic top-ups that failed one after another, and the moment before which none is tried.
      failures smallint not null default 0,
      retry_at timestamptz not null default now(),
      -- Number of the last top-up; with the company's id it is the key that the payment provider sees.
      operations int not null default 0
    );
    select core_tenant_table('wallet_state');
    alter table wallet_state add primary key (company_id);

    -- A top-up's id is its payment's; what is known of card and provider stands there.
    create table wallet_operation (
      id uuid primary key,
      number int not null,
      source text not null check (source in ('manual', 'auto')),
      amount_cents bigint not null check (amount_cents > 0),
      -- What the wallet is set to when the payment succeeds; null leaves it.
      custom_amount boolean,
      stop_continual boolean,
      state text not null default 'open' check (state in ('open', 'succeeded', 'failed')),
      reason text,
      -- Who asked: a stated key, or session and request, by which a double click finds the first one.
      asked_key text,
      asked_hash bytea,
      actor_id int not null default 0,
      created_at timestamptz not null default now(),
      finished_at timestamptz
    );
    select core_tenant_table('wallet_operation');
    alter table wallet_operation add unique (company_id, number);
    create unique index wallet_operation_open on wallet_operation (company_id) where state = 'open';
    create unique index wallet_operation_asked on wallet_operation (company_id, asked_key);
    create index on wallet_operation (company_id, created_at);

    -- A client learns whether its agency can pay for a lead, and nothing else of the agency's wallet.
    create function wallet_can_pay(agency int, cents bigint) returns boolean language sql stable security definer
      set search_path = pg_catalog, public set app.scope = 'platform' as
      $$ select coalesce((select not manual_bill or coalesce(ledger_cents(agency, 'wallet'), 0) >= cents from wallet_state where company_id = agency), true) $$;
    -- And whether it bills its clients outside the system, since they need no card then, and nothing else of how it pays.
    create function wallet_bills_outside(agency int) returns boolean language sql stable security definer
      set search_path = pg_catalog, public set app.scope = 'platform' as
      $$ select coalesce((select manual_bill from wallet_state where company_id = agency), false) $$;

    -- What part of its agency's wallet a client may use in a day.
    create table wallet_share (
      percent smallint not null check (percent between 1 and 100)
    );
    select core_tenant_table('wallet_share');
    alter table wallet_share add primary key (company_id);

    -- When a client's share of a day was first found used up; it is told of once.
    create table wallet_share_used (
      day date not null,
      at timestamptz not null
    );
    select core_tenant_table('wallet_share_used');
    alter table wallet_share_used add primary key (company_id, day);
  `);
}
