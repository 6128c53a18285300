import type { Knex } from 'knex';

/** A client's lists of leads ask which of its campaigns keep phone numbers from it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`create index campaigns_campaign_hiding_phones on campaigns_campaign (company_id) where hide_phone`);
}
