import type { Knex } from 'knex';

/** The authenticator app, recovery codes, and what counts failed attempts by name and address. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table accounts_credential drop constraint accounts_credential_second_factor_check;
    alter table accounts_credential
      add constraint accounts_credential_second_factor_check check (second_factor in ('none', 'email', 'google')),
      -- The authenticator's secret, sealed; unconfirmed until a code of it was shown once.
      add totp_secret text,
      add totp_confirmed boolean not null default false,
      -- The 30-second step whose code was used last: that one and those before it are spent.
      add totp_step bigint not null default 0,
      -- A secret shown for scanning but not chosen yet, sealed.
      add pending_secret text,
      add pending_until timestamptz,
      -- Shorter than what is asked of those without a second factor.
      add short_password boolean not null default false,
      -- False until a code mailed to a self-registered address was shown.
      add email_proven boolean not null default true,
      add constraint accounts_credential_google check (second_factor <> 'google' or totp_secret is not null);

    -- A sign-in that waits for its second factor. Without a code of its own it waits for the authenticator.
    alter table accounts_challenge
      alter column code_hash drop not null,
      add ip text not null default '',
      -- Newest first, also for two within the same instant.
      add ordinal bigint generated always as identity;

    create table accounts_recovery (
      account_id int not null references core_account(id) on delete cascade,
      code_hash bytea not null,
      used_at timestamptz,
      primary key (account_id, code_hash)
    );
    select core_tenant_table('accounts_recovery');

    -- Failed attempts of a quarter of an hour, by address and by the name that was typed, whether or not it is somebody's.
    create table accounts_attempt (key bytea not null, failures int not null, failed_at timestamptz not null default now());
    select core_tenant_table('accounts_attempt');
    create unique index on accounts_attempt (company_id, key);
    create index on accounts_attempt (failed_at);
  `);
}
