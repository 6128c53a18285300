import type { Knex } from 'knex';

/** The pages that visitors looked at, and what is known by them of those who became leads. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table journey_page (
      id bigint generated always as identity primary key,
      campaign_id int not null,
      -- A keyed hash of the visitor's id: nobody can be followed to another site by it.
      visitor bytea not null,
      at timestamptz not null,
      url text not null,
      title text not null default '',
      referrer text not null default '',
      -- Campaign parameters of the address.
      params jsonb,
      -- The visitor came from elsewhere: an advertisement or another website.
      enters boolean not null default false,
      thank_you boolean not null default false,
      event text,
      event_id text,
      -- What the event was worth, in the currency's smallest unit; only conversions have it.
      amount bigint,
      currency text,
      lead_id uuid
    );
    select core_tenant_table('journey_page');
    select core_owners_stated('journey_page');
    create index on journey_page (campaign_id, visitor, at);
    create index on journey_page (lead_id, at) where lead_id is not null;
    create index on journey_page (at) where lead_id is null;
    create index on journey_page (at) where lead_id is not null;
    create index on journey_page (company_id, at) where lead_id is not null and (thank_you or amount is not null);
    create index on journey_page (agency_id, at) where lead_id is not null and (thank_you or amount is not null);
    create index on journey_page (root_id, at) where lead_id is not null and (thank_you or amount is not null);
    create unique index on journey_page (campaign_id, visitor, event, event_id) where event_id is not null;

    create table journey_lead (
      lead_id uuid primary key,
      campaign_id int not null,
      identified_at timestamptz not null,
      -- Its day in the zone that the campaign had.
      day date not null,
      -- How the visitor came the first time, and the time before identification: at, url, referrer, params.
      first_touch jsonb not null,
      last_touch jsonb not null,
      conversions int not null default 0,
      -- In the currency of the first conversion that was worth something.
      amount bigint,
      currency text
    );
    select core_tenant_table('journey_lead');
    select core_owners_stated('journey_lead');
    create index on journey_lead (campaign_id);

    -- Pages of visitors whom nobody knows, of a campaign's day: what a flood may leave behind is counted here.
    create table journey_day (
      campaign_id int not null,
      day date not null,
      pages int not null default 0,
      primary key (campaign_id, day)
    );
    select core_tenant_table('journey_day');
    create index on journey_day (day);

    -- Leads that looked at a page which their campaign calls hot, once a day, and when the client was told.
    create table journey_hot (
      lead_id uuid not null,
      day date not null,
      campaign_id int not null,
      at timestamptz not null,
      url text not null,
      told_at timestamptz,
      primary key (lead_id, day)
    );
    select core_tenant_table('journey_hot');
    select core_owners_stated('journey_hot');
    create index on journey_hot (agency_id) where told_at is null;
    create index on journey_hot (campaign_id, told_at);
    create index on journey_hot (day);
  `);
}
