import type { Knex } from 'knex';

/** The organization that an agency booked a campaign under, at most one. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table organizations_campaign (
      campaign_id int not null,
      organization_id int not null references organizations_organization(id) on delete cascade
    );
    select core_tenant_table('organizations_campaign');
    alter table organizations_campaign add primary key (company_id, campaign_id);
    create index on organizations_campaign (organization_id);
  `);
}
