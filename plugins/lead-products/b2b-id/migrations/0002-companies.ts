import type { Knex } from 'knex';

/** Companies that visited websites of clients, and what campaigns asked about them. Nothing here is about a visitor. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table b2b_id_company (
      id int generated always as identity primary key,
      -- Its name without legal form and punctuation.
      key text not null,
      name text not null,
      -- How sure it is by its network alone, in percent.
      network_confidence int not null,
      visits int not null,
      views int not null,
      first_seen_at timestamptz not null,
      last_seen_at timestamptz not null
    );
    select core_tenant_table('b2b_id_company');
    create unique index on b2b_id_company (company_id, key);
    create index on b2b_id_company (company_id, last_seen_at desc);
    create index on b2b_id_company (agency_id, last_seen_at desc);

    -- The campaigns on whose websites it was.
    create table b2b_id_site (
      visiting_id int not null references b2b_id_company on delete cascade,
      campaign_id int not null,
      last_at timestamptz not null,
      primary key (visiting_id, campaign_id)
    );
    select core_tenant_table('b2b_id_site');
    create index on b2b_id_site (campaign_id);

    create table b2b_id_page (
      visiting_id int not null references b2b_id_company on delete cascade,
      campaign_id int not null,
      url text not null,
      views int not null,
      last_at timestamptz not null,
      primary key (visiting_id, campaign_id, url)
    );
    select core_tenant_table('b2b_id_page');
    create index on b2b_id_page (campaign_id);

    -- What suppliers know of a company; one row as soon as somebody asks.
    create table b2b_id_record (
      visiting_id int primary key references b2b_id_company on delete cascade,
      state text not null default 'asking' check (state in ('asking', 'known', 'unknown')),
      tries int not null default 0,
      -- Until then nobody else asks.
      lease_until timestamptz not null,
      name text not null default '',
      domain text not null default '',
      industry text not null default '',
      employees int,
      country text not null default '',
      region text not null default '',
      city text not null default ''
    );
    select core_tenant_table('b2b_id_record');

    -- When to look for companies; never while the campaign does not run.
    create table b2b_id_look (
      campaign_id int primary key,
      look_at timestamptz not null default now(),
      seen_to timestamptz,
      -- Visits from before are not the campaign's.
      since timestamptz not null default now()
    );
    select core_tenant_table('b2b_id_look');
    create index b2b_id_look_due on b2b_id_look (agency_id, look_at);

    -- What a campaign asks about a company: a first contact, a second one ...; 1 as well where the company is the lead.
    create table b2b_id_target (
      id uuid not null default gen_random_uuid() unique,
      campaign_id int not null,
      visiting_id int not null references b2b_id_company on delete cascade,
      number int not null,
      -- \`waiting\`: a person asked for it, and who the company is is found out first.
      state text not null default 'asking' check (state in ('waiting', 'asking', 'answered', 'done')),
      -- The company is not of the kind that the campaign asks for.
      misfit boolean not null default false,
      tries smallint not null default 0,
      lease_until timestamptz not null default now(),
      answer jsonb,
      noted_at timestamptz not null default now(),
      primary key (campaign_id, visiting_id, number)
    );
    select core_tenant_table('b2b_id_target');
    create index b2b_id_target_open on b2b_id_target (campaign_id, lease_until) where state <> 'done';
    create index on b2b_id_target (visiting_id);
  `);
}
