import type { Knex } from 'knex';

/** Groups of an agency, and the clients and campaigns in them. Each client and campaign is in one group at most. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table company_groups_group (
      id int generated always as identity primary key,
      name text not null check (length(name) between 1 and 100),
      module_id text not null default 'LeadsPeek',
      created_at timestamptz not null default now()
    );
    select core_tenant_table('company_groups_group');
    create unique index company_groups_once on company_groups_group (company_id, module_id, lower(name));

    create table company_groups_client (
      client_id int not null references core_tenant(id),
      group_id int not null references company_groups_group(id) on delete cascade
    );
    select core_tenant_table('company_groups_client');
    alter table company_groups_client add primary key (company_id, client_id);
    create index on company_groups_client (group_id);

    create table company_groups_campaign (
      campaign_id int not null,
      group_id int not null references company_groups_group(id) on delete cascade
    );
    select core_tenant_table('company_groups_campaign');
    alter table company_groups_campaign add primary key (company_id, campaign_id);
    create index on company_groups_campaign (group_id);
  `);
}
