import type { Knex } from 'knex';

/** A company's tree of organizations, under ids that other systems know. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table organizations_organization (
      id int generated always as identity primary key,
      name text not null check (length(name) between 1 and 200),
      custom_id text not null default '',
      parent_id int references organizations_organization(id),
      created_at timestamptz not null default now(),
      check (parent_id <> id)
    );
    select core_tenant_table('organizations_organization');
    create index on organizations_organization (company_id, parent_id);
    create unique index organizations_custom_once on organizations_organization (company_id, lower(custom_id)) where custom_id <> '';
  `);
}
