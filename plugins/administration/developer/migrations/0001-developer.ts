import type { Knex } from 'knex';

/** Developer mode of agencies, their API keys, and single sign-on. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table developer_agency (
      api_mode boolean not null default false,
      -- Grows each time the mode is switched on: what was agreed before counts no more.
      occasion int not null default 0,
      agreed_at timestamptz,
      agreed_by int,
      changed_at timestamptz not null default now()
    );
    select core_tenant_table('developer_agency');
    alter table developer_agency add primary key (company_id);

    -- What an agency owes for an occasion; billing charges it.
    create table developer_due (
      id int generated always as identity primary key,
      occasion int not null,
      fee_cents bigint not null check (fee_cents >= 0),
      minimum_max_cents bigint not null,
      minimum_list_cents jsonb not null,
      due_at timestamptz not null default now(),
      settled_at timestamptz
    );
    select core_tenant_table('developer_due');
    create unique index on developer_due (company_id, occasion);

    create table developer_key (
      client_id uuid primary key default gen_random_uuid(),
      secret_hash bytea not null,
      -- The last characters of the secret, to tell two keys apart.
      hint text not null,
      base_url text not null,
      subdomain text not null,
      made_by int not null,
      made_at timestamptz not null default now(),
      used_at timestamptz,
      suspended_at timestamptz,
      revoked_at timestamptz
    );
    select core_tenant_table('developer_key');
    create index on developer_key (company_id, made_at desc);

    -- Leave to sign one person in once. Belongs to the person's company.
    create table developer_sso_token (
      token_hash bytea primary key,
      account_id int not null references core_account(id),
      client_id uuid not null,
      -- The host on which it is good, and the company whose brand answers there.
      host text not null,
      audience_id int not null,
      expires_at timestamptz not null,
      used_at timestamptz
    );
    select core_tenant_table('developer_sso_token');
    create index on developer_sso_token (company_id, expires_at);
  `);
}
