import type { Knex } from 'knex';

/** A page of campaigns asks for the groups of its campaigns, whosever they are. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index on company_groups_campaign (campaign_id);
  `);
}
