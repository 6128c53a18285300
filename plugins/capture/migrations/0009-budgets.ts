import type { Knex } from 'knex';

/** What one day may cost: a client's share of its agency's wallet, and a campaign's questions to a paid supplier. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Visits that ended because their client had used up its share of the day.
    alter table capture_day add column share int not null default 0;

    create table capture_lookup_campaign (
      campaign_id int not null,
      day date not null,
      asked int not null default 0,
      refused int not null default 0,
      primary key (campaign_id, day)
    );
    select core_tenant_table('capture_lookup_campaign');
    create index on capture_lookup_campaign (company_id, day);
    create index on capture_lookup_campaign (root_id, day);
  `);
}
