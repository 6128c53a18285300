import type { Knex } from 'knex';

/** What is known of an agency beside its place in the tree, and the few doors to the platform's table of hosts. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table agencies_profile (
      subdomain text check (subdomain ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9]){0,1}$'),
      phone text not null default '',
      phone_country_code text not null default 'US',
      phone_country_calling_code text not null default '+1',
      sales_rep_id int references core_account(id),
      sales_ae_id int references core_account(id),
      sales_ref_id int references core_account(id),
      -- Fields that operators added to the forms.
      extra jsonb not null default '{}',
      created_at timestamptz not null default now()
    );
    select core_tenant_table('agencies_profile');
    alter table agencies_profile add primary key (company_id);
    create index on agencies_profile (root_id, company_id desc);

    -- Every agency has a profile from its first moment, whoever creates it, so that no list can miss one.
    create function agencies_open_profile() returns trigger language plpgsql security definer
      set search_path = pg_catalog, public set app.scope = 'platform' as $$
    begin
      insert into agencies_profile (company_id) values (new.id);
      return null;
    end $$;
    create trigger agencies_profile after insert on core_tenant for each row when (new.kind = 'agency') execute function agencies_open_profile();
    insert into agencies_profile (company_id) select id from core_tenant where kind = 'agency';

    -- Whether the company stands below the caller (or is an agency's own). Stated in full, for the owner of a security definer
    -- function may stand above row-level security.
    create function agencies_below_caller(company int) returns boolean language sql stable as
      $$ select exists (select 1 from core_tenant where id = company and removed_at is null and case core_scope()
           when 'platform' then true
           when 'root' then root_id = core_tenant_id() and kind <> 'root'
           when 'agency' then agency_id = core_tenant_id()
           else false end) $$;

    -- Gives an agency the host "label.<host of its root>" and answers whether it has it now; false means that another company does.
    -- Hosts belong to the platform, so the caller's place is checked before the scope is widened.
    -- The earlier subdomain sends on for so many days, and stays out of others' hands for longer: nobody can take it to pose as the agency.
    create function agencies_set_subdomain(agency int, label text, redirect_days int) returns boolean language plpgsql security definer
      set search_path = pg_catalog, public as $$
    declare
      caller text := core_scope();
      root_host text;
      wanted text;
      is_own boolean;
    begin
      if not agencies_below_caller(agency) or not exists (select 1 from core_tenant where id = agency and kind = 'agency') then
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
    create function agencies_release_hosts(company int) returns void language plpgsql security definer
      set search_path = pg_catalog, public as $$
    declare caller text := core_scope();
    begin
      if not agencies_below_caller(company) then
        raise exception 'company % is not below the caller', company using errcode = 'insufficient_privilege';
      end if;
      perform set_config('app.scope', 'platform', true);
      delete from core_host where tenant_id = company;
      perform set_config('app.scope', caller, true);
    end $$;

    -- A client cannot see its agency's row, yet stands under its name.
    create function agencies_brand_name(agency int) returns text language sql stable security definer
      set search_path = pg_catalog, public set app.scope = 'platform' as
      $$ select name from core_tenant where id = agency
           and exists (select 1 from core_tenant own where own.id = core_tenant_id() and own.agency_id = agency) $$;
  `);
}
