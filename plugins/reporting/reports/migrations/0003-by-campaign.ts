import type { Knex } from 'knex';

/** A page of campaigns asks for the schedules of its campaigns, whosever they are. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index on reports_schedule (campaign_id) where campaign_id is not null;
  `);
}
