import type { Knex } from 'knex';

/** What screening keeps: hosts that were refused, who is seen for the first time, and when visits of a campaign were held. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Hosts whose page views were refused, for the campaign's people to allow; at most fifty for each campaign, and nobody's data.
    create table capture_refused_host (
      campaign_id int not null,
      host text not null,
      beacons bigint not null default 0,
      first_at timestamptz not null default now(),
      last_at timestamptz not null default now(),
      primary key (campaign_id, host)
    );
    select core_tenant_table('capture_refused_host');
    create index on capture_refused_host (company_id);

    -- A visitor whom the graph does not know, together with the person the page says it is. Keyed hashes: nobody can be read from them.
    create table capture_newcomer (
      campaign_id int not null,
      visitor bytea not null,
      subject bytea not null,
      at timestamptz not null,
      address bytea not null,
      network bytea not null,
      page bytea not null,
      -- Null while it settles.
      decision text check (decision in ('passed', 'limited', 'review')),
      primary key (campaign_id, visitor, subject)
    );
    select core_tenant_table('capture_newcomer');
    create index on capture_newcomer (campaign_id, at);
    create index on capture_newcomer (campaign_id, at) where decision = 'passed';
    create index on capture_newcomer (campaign_id, address, at);
    create index on capture_newcomer (campaign_id, network, at);
    create index on capture_newcomer (company_id);
    create index on capture_newcomer (at);

    -- Stretches of time in which visits of a campaign were held, so that its people are told once and not for each visit.
    create table capture_episode (
      id int generated always as identity primary key,
      campaign_id int not null,
      began_at timestamptz not null,
      last_at timestamptz not null,
      ended_at timestamptz,
      -- When client and agency were written to.
      told_at timestamptz
    );
    select core_tenant_table('capture_episode');
    create unique index on capture_episode (campaign_id) where ended_at is null;
    create index on capture_episode (company_id);
    create index on capture_episode (agency_id) where told_at is null;
  `);
}
