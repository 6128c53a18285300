import type { Knex } from 'knex';

/** What campaigns of this product have beside what all campaigns have, and whom each has asked about. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table enhance_id_campaign (
      campaign_id int primary key,
      kind text not null default 'basic' check (kind in ('basic', 'advanced')),
      -- Ids of the advanced groups of information that it asks for.
      information text[] not null default '{}',
      -- Ids of the campaigns whose leads it takes; none: all of the client's.
      sources text[] not null default '{}',
      answers text not null default ''
    );
    select core_tenant_table('enhance_id_campaign');

    -- When to look for leads again; never while the campaign does not run.
    create table enhance_id_look (
      campaign_id int primary key,
      look_at timestamptz not null default now(),
      -- All leads from before were looked at; null: from the beginning.
      seen_to timestamptz
    );
    select core_tenant_table('enhance_id_look');
    create index enhance_id_look_due on enhance_id_look (agency_id, look_at);

    -- People about whom a campaign has asked, each once. What came back stays until it is a lead.
    create table enhance_id_person (
      campaign_id int not null,
      person_key bytea not null,
      lead_id uuid not null,
      state text not null default 'asking' check (state in ('asking', 'answered', 'done')),
      tries smallint not null default 0,
      -- Until then nobody else takes it in hand.
      lease_until timestamptz not null,
      -- { person, information, groups }
      answer jsonb,
      noted_at timestamptz not null default now(),
      primary key (campaign_id, person_key)
    );
    select core_tenant_table('enhance_id_person');
    create index enhance_id_person_open on enhance_id_person (campaign_id, lease_until) where state <> 'done';
    create unique index enhance_id_person_lead on enhance_id_person (campaign_id, lead_id);
  `);
}
