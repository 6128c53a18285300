import type { Knex } from 'knex';

/** The double-entry ledger. Amounts are cents; a transfer's entries sum to zero, and nothing here is ever changed. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table wallet_account (
      id int generated always as identity primary key,
      kind text not null check (kind in ('wallet', 'receivable', 'revenue', 'payable', 'cost', 'cash'))
    );
    select core_tenant_table('wallet_account');
    alter table wallet_account add unique (company_id, kind), add unique (id, company_id);
    create index on wallet_account (agency_id);

    create table wallet_transfer (
      id uuid primary key default gen_random_uuid(),
      idem_key text not null check (length(idem_key) between 1 and 200),
      kind text not null check (kind in ('lead', 'topup', 'refund', 'chargeback')),
      operation_id uuid,
      campaign_id int,
      created_at timestamptz not null default now()
    );
    select core_tenant_table('wallet_transfer');
    alter table wallet_transfer add unique (agency_id, idem_key), add unique (id, agency_id);
    select core_append_only_table('wallet_transfer');

    create table wallet_entry (
      id bigint generated always as identity primary key,
      transfer_id uuid not null,
      account_id int not null,
      amount_cents bigint not null check (amount_cents <> 0),
      created_at timestamptz not null default now()
    );
    select core_tenant_table('wallet_entry');
    -- A key check looks past row-level security, so the keys themselves name the owner.
    alter table wallet_entry
      add foreign key (account_id, company_id) references wallet_account (id, company_id),
      add foreign key (transfer_id, agency_id) references wallet_transfer (id, agency_id);
    create index on wallet_entry (account_id, created_at) include (amount_cents, transfer_id);
    create index on wallet_entry (transfer_id);
    select core_append_only_table('wallet_entry');

    -- Every statement must add whole transfers. Rows never change, so each transfer, and the ledger, sums to zero for ever;
    -- one look at the statement's own rows costs less than a deferred look at each row, and leaves no moment of imbalance.
    create function wallet_balanced() returns trigger language plpgsql as $$
    declare crooked uuid;
    begin
      select transfer_id into crooked from added group by transfer_id having sum(amount_cents) <> 0 limit 1;
      if crooked is not null then raise exception 'transfer % does not sum to zero', crooked using errcode = 'check_violation'; end if;
      return null;
    end $$;
    create trigger balanced after insert on wallet_entry referencing new table as added
      for each statement execute function wallet_balanced();
  `);
}
