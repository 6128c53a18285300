import type { Knex } from 'knex';

/** What people and companies say of themselves, and how far they are with saying it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table profile_person (
      account_id int primary key references core_account(id) on delete cascade,
      setup_completed boolean not null default false,
      questionnaire_completed boolean not null default false,
      phone_country_code text not null default 'US',
      phone_country_calling_code text not null default '+1',
      address text not null default '',
      city text not null default '',
      zip text not null default '',
      state_code text not null default '',
      country_code text not null default 'US'
    );
    select core_tenant_table('profile_person');
    create index on profile_person (company_id);

    -- Its id is part of its address: it changes with every picture, so that browsers may keep what they have.
    create table profile_picture (
      id uuid primary key default gen_random_uuid(),
      account_id int not null unique references core_account(id) on delete cascade,
      image bytea not null
    );
    select core_tenant_table('profile_picture');

    create table profile_company (
      id int generated always as identity primary key,
      industry_id int,
      industry_name text not null default '',
      phone text not null default '',
      phone_country_code text not null default 'US',
      phone_country_calling_code text not null default '+1',
      email text not null default '',
      address text not null default '',
      city text not null default '',
      zip text not null default '',
      state_code text not null default '',
      country_code text not null default 'US',
      -- Franchise and team contacts under the specification's names.
      contacts jsonb not null default '{}'
    );
    select core_tenant_table('profile_company');
    create unique index on profile_company (company_id);

    -- Answers stay as they were given, with the version of the questions they were given to.
    create table profile_answers (
      id int generated always as identity primary key,
      account_id int not null references core_account(id) on delete cascade,
      version int not null,
      answers jsonb not null,
      given_at timestamptz not null default now()
    );
    select core_tenant_table('profile_answers');
    create index on profile_answers (company_id, id);
    create index on profile_answers (account_id, id);
  `);
}
