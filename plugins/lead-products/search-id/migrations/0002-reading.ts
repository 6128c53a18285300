import type { Knex } from 'knex';

/** How far each campaign has read the records of intent, and which of them it has had. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table search_id_reading (
      campaign_id int primary key,
      -- What it looks for; when that changes it begins anew.
      rule bytea,
      -- Records up to here were looked at.
      position bigint not null default 0,
      -- All records of imports up to here were.
      done_to bigint not null default -1,
      -- When to look again; never while it does not run.
      look_at timestamptz not null default now()
    );
    select core_tenant_table('search_id_reading');
    create index search_id_reading_due on search_id_reading (agency_id, look_at);

    -- Records that a campaign has had, by their position, so that what begins anew observes none twice. Nothing in it names a person.
    create table search_id_record (
      campaign_id int not null,
      position bigint not null,
      noted_at timestamptz not null default now(),
      -- One that failed and is tried again.
      retry_at timestamptz,
      primary key (campaign_id, position)
    );
    select core_tenant_table('search_id_record');
    create index search_id_record_noted on search_id_record using brin (noted_at);
    create index search_id_record_retry on search_id_record (campaign_id, retry_at) where retry_at is not null;
  `);
}
