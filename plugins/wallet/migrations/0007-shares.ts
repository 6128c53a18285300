import type { Knex } from 'knex';

/** What part of its agency's wallet a client may use in a day, and what it used. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table wallet_share (
      percent smallint not null check (percent between 1 and 100)
    );
    select core_tenant_table('wallet_share');
    alter table wallet_share add primary key (company_id);

    -- Written by the statement that charges leads, under the lock of the wallet.
    create table wallet_client_day (
      day date not null,
      spent_cents bigint not null default 0,
      -- When the client's share of the day was first found used up; it is told of once.
      used_up_at timestamptz
    );
    select core_tenant_table('wallet_client_day');
    alter table wallet_client_day add primary key (company_id, day);
    create index on wallet_client_day (agency_id, day);
  `);
}
