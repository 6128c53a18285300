import type { Knex } from 'knex';

/** Roles of companies, and what is set for each person. What both amount to stands in core_account.rights. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table roles_role (
      id int generated always as identity primary key,
      name text not null check (length(name) between 1 and 60),
      icon text not null default '',
      rights jsonb not null,
      created_at timestamptz not null default now()
    );
    select core_tenant_table('roles_role');
    create unique index roles_role_once on roles_role (company_id, lower(name));

    create table roles_person (
      account_id int primary key references core_account(id) on delete cascade,
      role_id int references roles_role(id),
      permissions jsonb not null default '{}',
      permission_active boolean not null default false
    );
    select core_tenant_table('roles_person');
    create index on roles_person (company_id);
    create index on roles_person (role_id);
  `);
}
