import type { Knex } from 'knex';

/** Which removed companies were erased and when, and the few doors to the platform's table of hosts. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table companies_erasure (erased_at timestamptz not null);
    select core_tenant_table('companies_erasure');
    alter table companies_erasure add primary key (company_id);

    -- Whether the company stands below the caller (or is an agency's own). Stated in full, for the owner of a security definer
    -- function may stand above row-level security.
    create function companies_below_caller(company int) returns boolean language sql stable as
      $$ select exists (select 1 from core_tenant where id = company and removed_at is null and case core_scope()
           when 'platform' then true
           when 'root' then root_id = core_tenant_id() and kind <> 'root'
           when 'agency' then agency_id = core_tenant_id()
           else false end) $$;

    -- A removed company answers under no host any more.
    create function companies_release_hosts(company int) returns void language plpgsql security definer
      set search_path = pg_catalog, public as $$
    declare caller text := core_scope();
    begin
      if not companies_below_caller(company) then
        raise exception 'company % is not below the caller', company using errcode = 'insufficient_privilege';
      end if;
      perform set_config('app.scope', 'platform', true);
      delete from core_host where tenant_id = company;
      perform set_config('app.scope', caller, true);
    end $$;

    -- A client cannot see its agency's row, yet stands under its name.
    create function companies_brand_name(agency int) returns text language sql stable security definer
      set search_path = pg_catalog, public set app.scope = 'platform' as
      $$ select name from core_tenant where id = agency
           and exists (select 1 from core_tenant own where own.id = core_tenant_id() and own.agency_id = agency) $$;
  `);
}
