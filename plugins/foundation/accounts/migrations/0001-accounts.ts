import type { Knex } from 'knex';

/** Credentials, one-time codes and links. Secrets stand in tables of their own, so that no list can select them by accident. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table accounts_profile (
      account_id int primary key references core_account(id) on delete cascade,
      phone text not null default '',
      phone_country_code text not null default 'US',
      phone_country_calling_code text not null default '+1',
      picture text
    );
    select core_tenant_table('accounts_profile');

    create table accounts_credential (
      account_id int primary key references core_account(id) on delete cascade,
      password_hash text,
      second_factor text not null default 'none' check (second_factor in ('none', 'email')),
      failures int not null default 0,
      failed_at timestamptz,
      locked_until timestamptz,
      changed_at timestamptz not null default now()
    );
    select core_tenant_table('accounts_credential');

    -- A six-digit code sent by mail; bound to its account and used up by one success or five tries.
    create table accounts_challenge (
      id uuid primary key default gen_random_uuid(),
      account_id int not null references core_account(id) on delete cascade,
      code_hash bytea not null,
      tries int not null default 0,
      sent_at timestamptz not null default now(),
      expires_at timestamptz not null,
      used_at timestamptz
    );
    select core_tenant_table('accounts_challenge');
    create index on accounts_challenge (account_id, sent_at desc);

    -- A link to set a password, by mail: for a forgotten one and for invitations.
    create table accounts_link (
      token_hash bytea primary key,
      account_id int not null references core_account(id) on delete cascade,
      expires_at timestamptz not null,
      used_at timestamptz
    );
    select core_tenant_table('accounts_link');
    create index on accounts_link (account_id);
  `);
}
