import type { Knex } from 'knex';

/**
 * Names and addresses as lists search and sort by them: put into lower case once, when they are written, and compared byte by byte. Lists of companies and
 * of people read these columns from an index, which holds all that row-level security looks at as well.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table core_tenant add column name_key text collate "C" generated always as (lower(name)) stored;
    alter table core_account
      add column name_key text collate "C" generated always as (lower(name)) stored,
      add column email_key text collate "C" generated always as (lower(email)) stored;
    drop index core_tenant_listed;
    create index core_tenant_listed on core_tenant (agency_id, id) include (root_id, name_key) where removed_at is null;
  `);
  for (const [above, other] of [
    ['agency_id', 'root_id'],
    ['root_id', 'agency_id'],
  ])
    await knex.raw(`
      create index core_tenant_named_${above} on core_tenant (${above}, kind, name_key, id) include (${other}, name) where removed_at is null;
      drop index core_account_oldest_${above};
      create index core_account_oldest_${above} on core_account (${above}, company_id, id)
        include (${other}, name_key, email_key, status) where removed_at is null`);
  await knex.raw(`
    create or replace view core_public_company with (security_invoker = true) as
      select id, kind, name, parent_id, agency_id, root_id, created_at, removed_at, name_key from core_tenant;
    create or replace view core_public_account with (security_invoker = true) as
      select id, company_id, agency_id, root_id, email, name, user_type, is_system, status, rights, view_rights, created_at, removed_at,
        name_key, email_key
      from core_account;
  `);
}
