import type { Knex } from 'knex';

/** When a campaign's page was last seen to carry the pixel. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table site_id_check (
      campaign_id int primary key references campaigns_campaign(id),
      passed_at timestamptz not null
    );
    select core_tenant_table('site_id_check');
  `);
}
