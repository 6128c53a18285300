import type { Knex } from 'knex';

/** The few doors to the platform's table of hosts. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Whether the company stands below the caller (or is an agency's own). Stated in full, for the owner of a security definer
    -- function may stand above row-level security.
    create function core_below_caller(company int) returns boolean language sql stable as
      $$ select exists (select 1 from core_tenant where id = company and removed_at is null and case core_scope()
           when 'platform' then true
           when 'root' then root_id = core_tenant_id() and kind <> 'root'
           when 'agency' then agency_id = core_tenant_id()
           else false end) $$;

    -- Hosts belong to the platform, so the caller's place is checked before the scope is widened.
    create function core_take_host(agency int, wanted text) returns boolean language plpgsql security definer
      set search_path = pg_catalog, public as $$
    declare
      caller text := core_scope();
      is_own boolean;
    begin
      if not core_below_caller(agency) then
        raise exception 'company % is not below the caller', agency using errcode = 'insufficient_privilege';
      end if;
      perform set_config('app.scope', 'platform', true);
      insert into core_host (host, tenant_id, verified_at, is_custom) values (wanted, agency, now(), true) on conflict (host) do nothing;
      select h.tenant_id = agency into is_own from core_host h where h.host = wanted;
      if is_own then
        update core_host set canonical = true, leaves_at = null, verified_at = now() where host = wanted;
        update core_host set canonical = false where tenant_id = agency and is_custom and host <> wanted;
      end if;
      perform set_config('app.scope', caller, true);
      return coalesce(is_own, false);
    end $$;
    -- A host of the agency's own: left to send on until then, or with null dropped at once.
    create function core_leave_host(agency int, old text, until timestamptz) returns void language plpgsql security definer
      set search_path = pg_catalog, public as $$
    declare caller text := core_scope();
    begin
      if not core_below_caller(agency) then
        raise exception 'company % is not below the caller', agency using errcode = 'insufficient_privilege';
      end if;
      perform set_config('app.scope', 'platform', true);
      if until is null then delete from core_host where host = old and tenant_id = agency and is_custom;
      else update core_host set canonical = false, leaves_at = until where host = old and tenant_id = agency and is_custom;
      end if;
      perform set_config('app.scope', caller, true);
    end $$;

    -- Gives an agency the host "label.<host of its root>" and answers whether it has it now; false means that another company does.
    -- The earlier subdomain sends on for so many days, and stays out of others' hands for longer: nobody can take it to pose as the agency.
    create function core_take_subdomain(agency int, label text, redirect_days int) returns boolean language plpgsql security definer
      set search_path = pg_catalog, public as $$
    declare
      caller text := core_scope();
      root_host text;
      wanted text;
      is_own boolean;
    begin
      if not core_below_caller(agency) or not exists (select 1 from core_tenant where id = agency and kind = 'agency') then
        raise exception 'company % is not an agency below the caller', agency using errcode = 'insufficient_privilege';
      end if;
      if label !~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9]){0,1}$' then
        raise exception '% is not a subdomain', label using errcode = 'check_violation';
      end if;
      perform set_config('app.scope', 'platform', true);
      select h.host into root_host from core_host h join core_tenant t on t.root_id = h.tenant_id
        where t.id = agency and h.canonical and h.verified_at is not null order by h.created_at, h.host limit 1;
      is_own := true;
      if root_host is not null then
        wanted := label || '.' || root_host;
        delete from core_host h where core_host_free_at(h) < now();
        insert into core_host (host, tenant_id, verified_at) values (wanted, agency, now()) on conflict (host) do nothing;
        select h.tenant_id = agency into is_own from core_host h where h.host = wanted;
        if is_own then
          update core_host set canonical = true, leaves_at = null where host = wanted;
          update core_host set canonical = false, leaves_at = coalesce(leaves_at, now() + make_interval(days => redirect_days))
            where tenant_id = agency and host <> wanted and right(host, length(root_host) + 1) = '.' || root_host;
        end if;
      end if;
      perform set_config('app.scope', caller, true);
      return is_own;
    end $$;

    -- A removed company answers under no host any more.
    create function core_release_hosts(company int) returns void language plpgsql security definer
      set search_path = pg_catalog, public as $$
    declare caller text := core_scope();
    begin
      if not core_below_caller(company) then
        raise exception 'company % is not below the caller', company using errcode = 'insufficient_privilege';
      end if;
      perform set_config('app.scope', 'platform', true);
      delete from core_host where tenant_id = company;
      perform set_config('app.scope', caller, true);
    end $$;
  `);
}
