import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table keyword_id_campaign (
      campaign_id int primary key references campaigns_campaign(id),
      keywords text[] not null default '{}',
      strict boolean not null default false
    );
    select core_tenant_table('keyword_id_campaign');
  `);
}
