import type { Knex } from 'knex';

/** Whose page views count: the hosts of a campaign, those that were refused, and the outcomes of screening in the day's counts. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table capture_pixel add column hosts text[] not null default '{}';

    -- Pixels that exist go on with their campaign's website; its next change brings whatever else is said there.
    do $$ begin
      if to_regclass('campaigns_campaign') is not null then
        update capture_pixel p set changed_at = clock_timestamp(), hosts = array[h.name] || case when h.name ~ '[a-z]' and h.name like '%.%' then array['*.' || h.name] else '{}' end
        from (select id, regexp_replace(substring(lower(url) from '^https?://([^/:?#@]+)'), '^www\\.', '') as name from campaigns_campaign) h
        where h.id = p.campaign_id and h.name is not null;
      end if;
    end $$;

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

    alter table capture_day
      add column foreign_site int not null default 0,
      add column unproven int not null default 0,
      add column limited int not null default 0,
      add column review int not null default 0;
  `);
}
