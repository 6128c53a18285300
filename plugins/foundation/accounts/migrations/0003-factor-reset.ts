import type { Knex } from 'knex';

/** A second factor that somebody else asked to take off: after a day, unless the person objects. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table accounts_factor_reset (
      id int generated always as identity primary key,
      account_id int not null references core_account(id) on delete cascade,
      asked_by int not null,
      -- The link by which the person objects.
      token_hash bytea not null unique,
      asked_at timestamptz not null default now(),
      due_at timestamptz not null,
      ended_at timestamptz,
      outcome text check (outcome in ('done', 'refused', 'void')),
      constraint accounts_factor_reset_ended check ((ended_at is null) = (outcome is null))
    );
    select core_tenant_table('accounts_factor_reset');
    create unique index on accounts_factor_reset (account_id) where ended_at is null;
    create index on accounts_factor_reset (due_at) where ended_at is null;
  `);
}
