import type { Knex } from 'knex';

/**
 * Addresses are unique within an agency and its clients, and among the root's own people, no wider. They change by a link sent to the
 * new mailbox. Devices that signed in before are counted apart from strangers.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Browsers in which somebody signed in, by the hash of their device id.
    create table accounts_device (
      account_id int not null references core_account(id) on delete cascade,
      device_hash bytea not null,
      failures int not null default 0,
      failed_at timestamptz,
      seen_at timestamptz not null default now(),
      primary key (account_id, device_hash)
    );
    select core_tenant_table('accounts_device');
    create index on accounts_device (seen_at);

    alter table accounts_credential
      -- Wrong passwords from unknown devices within a day, which began at the instant beside it.
      add day_failures int not null default 0,
      add day_began timestamptz,
      -- Whoever made the account chose the password: unlike a stranger who registered, its holder may sign in, by a code to the address.
      add password_given boolean not null default false,
      -- When the person was told of a lock last.
      add told_locked_at timestamptz;

    -- The known device that a sign-in under way comes from; null for a stranger's. Neither ends the other's.
    alter table accounts_challenge
      add device_hash bytea,
      -- A code asked for within a session is good there alone; null for one that completes a sign-in.
      add session_id uuid;
    -- Whether a link was asked for from a known device: strangers cannot use up the person's own.
    alter table accounts_link add known_device boolean not null default false;

    -- A right password that fits accounts of several companies waits for the person to choose one.
    create table accounts_choice (
      token_hash bytea primary key,
      account_ids int[] not null,
      expires_at timestamptz not null,
      used_at timestamptz
    );
    select core_tenant_table('accounts_choice');
    create index on accounts_choice (expires_at);

    create table accounts_email_change (
      id int generated always as identity primary key,
      account_id int not null references core_account(id) on delete cascade,
      old_email text not null,
      new_email text not null,
      -- Who asked, and the session that stays when the change is confirmed.
      asked_by int not null,
      asked_session uuid,
      asked_at timestamptz not null,
      confirm_hash bytea not null unique,
      confirm_until timestamptz not null,
      undo_hash bytea not null unique,
      undo_until timestamptz not null,
      confirmed_at timestamptz,
      ended_at timestamptz,
      outcome text check (outcome in ('undone', 'replaced')),
      -- The second factor as it stood, to be restored with the address. The secret is sealed.
      second_factor text not null,
      totp_secret text,
      totp_confirmed boolean not null,
      constraint accounts_email_change_ended check ((ended_at is null) = (outcome is null))
    );
    select core_tenant_table('accounts_email_change');
    create index on accounts_email_change (account_id, asked_at desc);
    create index on accounts_email_change (undo_until);

    -- Notices that somebody else can cause, to be counted by account and hour.
    create table accounts_notice (
      account_id int not null references core_account(id) on delete cascade,
      kind text not null,
      sent_at timestamptz not null default now()
    );
    select core_tenant_table('accounts_notice');
    create index on accounts_notice (account_id, kind, sent_at);
    create index on accounts_notice (sent_at);
  `);
}
