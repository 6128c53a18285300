import type { Knex } from 'knex';

/** What the visit log shows of a page view, whoever it was: it stays when the visit ends. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table capture_visit
      -- Where the visitor came from: the advertisement's source and medium, or the host before.
      add came_from text,
      -- Kind of device, browser and system, as 'phone/Safari/iOS'.
      add device text;
    create index capture_visit_log on capture_visit (campaign_id, at desc, fingerprint);
  `);
}
