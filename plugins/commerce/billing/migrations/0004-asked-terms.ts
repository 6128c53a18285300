import type { Knex } from 'knex';

/** What a campaign is to cost besides its leads, where that was said for itself and not only for its client; null: as the client's prices say. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table billing_asked_terms (
      campaign_id int not null,
      platform_fee_cents bigint check (platform_fee_cents >= 0),
      minimum_cents bigint check (minimum_cents >= 0)
    );
    select core_tenant_table('billing_asked_terms');
    alter table billing_asked_terms add primary key (company_id, campaign_id);
    create index on billing_asked_terms (campaign_id);
  `);
}
