import type { Knex } from 'knex';

/**
 * When pixels were last met, in rows of their own: it is written with every visit, and read of all campaigns of an agency at once, so it stands
 * apart from the wide rows that say what a pixel collects.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table capture_pixel_seen (
      campaign_id int primary key,
      at timestamptz not null
    ) with (fillfactor = 70); -- room for the next time on the same page
    select core_tenant_table('capture_pixel_seen');
    create index on capture_pixel_seen (company_id);
    create index on capture_pixel_seen (agency_id);
    insert into capture_pixel_seen (campaign_id, at, company_id)
      select campaign_id, last_seen_at, company_id from capture_pixel where last_seen_at is not null;
    alter table capture_pixel drop column last_seen_at;
  `);
}
