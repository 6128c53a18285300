import type { Knex } from 'knex';

/** What a campaign asked a paid supplier in a day, and what it was not allowed to ask. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table capture_lookup_campaign (
      campaign_id int not null,
      day date not null,
      asked int not null default 0,
      refused int not null default 0
    );
    select core_tenant_table('capture_lookup_campaign');
    alter table capture_lookup_campaign add primary key (company_id, campaign_id, day);
    create index on capture_lookup_campaign (root_id, day);
  `);
}
