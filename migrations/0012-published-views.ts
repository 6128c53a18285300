import type { Knex } from 'knex';

/**
 * What plugins may read of the kernel: each view shows columns that stay, asks the row-level security of its reader, and cannot be written through.
 * `docs/plugins.md` lists them.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create view core_public_company with (security_invoker = true) as
      select id, kind, name, parent_id, agency_id, root_id, created_at, removed_at from core_tenant;
    create view core_public_account with (security_invoker = true) as
      select id, company_id, agency_id, root_id, email, name, user_type, is_system, status, rights, view_rights, created_at, removed_at
      from core_account;
    create view core_public_host with (security_invoker = true) as
      select host, tenant_id, canonical, verified_at, is_custom, leaves_at, core_host_free_at(core_host) as free_at, created_at from core_host;
    create view core_public_audit with (security_invoker = true) as
      select id, company_id, agency_id, root_id, at, action, description, actor_id, actor_name, viewed_by, user_type, ip, request_id, target,
        concerns_kind, concerns_id, detail
      from core_audit;
  `);
}
