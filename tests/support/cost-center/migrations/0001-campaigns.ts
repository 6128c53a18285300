import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table cost_center_campaign (
      campaign_id int primary key references campaigns_campaign(id),
      code text not null check (length(code) <= 20)
    );
    select core_tenant_table('cost_center_campaign');
  `);
}
