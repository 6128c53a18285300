import type { Knex } from 'knex';

/** What the leads of campaigns did in all is read from the index alone. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    `create index on journey_lead (campaign_id) include (conversions, amount, currency, company_id, agency_id, root_id) where conversions > 0`,
  );
}
