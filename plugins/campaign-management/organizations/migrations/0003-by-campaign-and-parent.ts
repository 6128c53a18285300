import type { Knex } from 'knex';

/** A page of campaigns asks for the organizations of its campaigns, whosever they are; whoever deletes an organization, for those below it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index on organizations_campaign (campaign_id);
    create index on organizations_organization (parent_id);
  `);
}
