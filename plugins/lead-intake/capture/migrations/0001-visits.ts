import type { Knex } from 'knex';
import { weeklyPartitions } from './shared/weekly-partitions.ts';

/** Where visits arrive: the pixels, and the visits themselves in weekly partitions. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What the collect endpoint must know of a campaign, kept here so that it never asks another plugin.
    create table capture_pixel (
      campaign_id int primary key,
      key text not null unique,
      product text not null,
      plugin text not null,
      status text not null,
      timezone text not null,
      thank_you_url text not null default '',
      -- Whose page views count.
      hosts text[] not null default '{}',
      -- Paths of pages: those that make leads, those that are not kept, those that the client is told of; and the client's own networks.
      only_pages text[] not null default '{}',
      never_pages text[] not null default '{}',
      hot_pages text[] not null default '{}',
      own_networks text[] not null default '{}',
      -- The script reads the e-mail addresses in forms of the site.
      reads_forms boolean not null default false,
      starts_at timestamptz,
      ends_at timestamptz,
      -- When the campaign was last seen leaving the status "active"; visits before it still count.
      closed_at timestamptz,
      last_seen_at timestamptz,
      created_at timestamptz not null default now(),
      changed_at timestamptz not null default now()
    );
    select core_tenant_table('capture_pixel');
    create index on capture_pixel (company_id);
    create index on capture_pixel (agency_id);
    create index on capture_pixel (changed_at);

    -- A slot is half a minute since the epoch. The same visitor on the same page has the same fingerprint, so the key
    -- refuses a visit that is sent twice; and slots being time, old weeks are dropped whole.
    create table capture_visit (
      slot int not null,
      fingerprint bigint not null,
      at timestamptz not null,
      campaign_id int not null,
      state text not null default 'pending' check (state in ('pending', 'lookup', 'review', 'done')),
      outcome text,
      lead_id uuid,
      -- Personal data; emptied when the visit ends without a lead.
      visitor text,
      email_hash bytea check (length(email_hash) in (16, 32)),
      ip text,
      url text,
      referrer text,
      thank_you boolean not null default false,
      -- Title, campaign parameters and event of the page; emptied when the visit ends.
      details jsonb,
      -- A supplier was asked about this visit; while it is being asked, until when nobody else may.
      asked boolean not null default false,
      lease_until timestamptz,
      -- Why a visit was held, the network it came from as people are shown it, and whether a person let it go on.
      held_for text,
      held_network text,
      released boolean not null default false,
      primary key (slot, fingerprint)
    ) partition by range (slot);
    select core_tenant_table('capture_visit');
    select core_owners_stated('capture_visit');
    -- By campaign as well, so that each gets its turn however many visits of another one wait.
    create index capture_visit_open on capture_visit (agency_id, state, campaign_id, at) where state <> 'done';
    create table capture_visit_rest partition of capture_visit default;
    select core_isolate('capture_visit_rest', 'company_id', 'agency_id', 'root_id');
    ${weeklyPartitions({ table: 'capture_visit', column: 'slot', begins: (week) => `${week} * 20160` })}
    select capture_visit_partitions(now(), 90);
  `);
}
