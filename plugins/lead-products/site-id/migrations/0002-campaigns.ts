import type { Knex } from 'knex';

/** What campaigns of this product have beside what all campaigns have. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table site_id_campaign (
      campaign_id int primary key references campaigns_campaign(id),
      url text not null default '',
      thank_you_url text not null default '',
      -- Hosts beside the website's own from which page views count; '*.' before one for all below it.
      allowed_hosts text[] not null default '{}',
      gtm_installed boolean not null default false,
      only_pages text[] not null default '{}',
      never_pages text[] not null default '{}',
      hot_pages text[] not null default '{}',
      own_networks text[] not null default '{}',
      reads_forms boolean not null default false
    );
    select core_tenant_table('site_id_campaign');
  `);
}
