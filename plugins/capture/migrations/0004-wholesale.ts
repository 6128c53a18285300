import type { Knex } from 'knex';

/** What a day's leads cost the agency, beside what they cost the client; and the root's way to all of its days. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table capture_day add column wholesale_cents bigint not null default 0;
    create index on capture_day (root_id, day);
  `);
}
