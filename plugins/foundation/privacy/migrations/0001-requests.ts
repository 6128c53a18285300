import type { Knex } from 'knex';

/** Requests of people about their data, and what became of them. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table privacy_request (
      id int generated always as identity primary key,
      state text not null default 'open' check (state in ('open', 'erasing', 'erased', 'closed')),
      -- Whom it is about, as lists show it: j***@example.com. Emptied with the person.
      label text not null,
      -- A keyed hash of what was typed, so that the same request is not made twice.
      typed_hash bytea,
      -- { emails, leads, keys }: what their data is found by. Null once it is no longer needed.
      person jsonb,
      asked_by int references core_account(id) on delete set null,
      created_at timestamptz not null default now(),
      -- When and by whom erasing was asked for, how often it failed, and when it was done.
      erase_by int references core_account(id) on delete set null,
      erase_at timestamptz,
      tries int not null default 0,
      finished_at timestamptz,
      -- Kind of records -> how many were erased. Nothing of the person.
      receipt jsonb not null default '{}',
      check (person is not null or state in ('erased', 'closed')),
      check ((state in ('open', 'erasing')) = (finished_at is null))
    );
    select core_tenant_table('privacy_request');
    create index on privacy_request (company_id, id);
    create unique index privacy_request_once on privacy_request (company_id, typed_hash) where state = 'open';
    create index privacy_request_due on privacy_request (company_id) where person is not null and state in ('erasing', 'erased');
    create index privacy_request_open on privacy_request (created_at) where state = 'open';
  `);
}
