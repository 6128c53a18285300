import type { Knex } from 'knex';

/** What a paid supplier was asked, by agency and by campaign. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What an agency's visitors cost at the supplier, by UTC day.
    create table capture_lookup_day (
      day date not null,
      asked int not null default 0,
      found int not null default 0,
      failed int not null default 0,
      cost_cents bigint not null default 0
    );
    select core_tenant_table('capture_lookup_day');
    alter table capture_lookup_day add primary key (company_id, day);

    -- What a campaign asked in a day, and what it was not allowed to ask.
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
