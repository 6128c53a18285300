import type { Knex } from 'knex';

/** What a lead with advanced information costs a campaign's client; null where the price of the client counts. Changes keep to `retail_from`. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table campaigns_campaign
      add column advanced_cents bigint check (advanced_cents >= 0),
      add column active_advanced_cents bigint`);
}
