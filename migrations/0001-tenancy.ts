import type { Knex } from 'knex';

/** The company tree, the RLS policies around it, and the people in it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create function core_scope() returns text language sql stable as
      $$ select coalesce(nullif(current_setting('app.scope', true), ''), 'none') $$;
    create function core_tenant_id() returns int language sql stable as
      $$ select nullif(current_setting('app.tenant', true), '')::int $$;

    create table core_tenant (
      id int generated always as identity primary key,
      kind text not null check (kind in ('root', 'agency', 'client')),
      name text not null check (length(name) between 1 and 200),
      parent_id int references core_tenant(id),
      agency_id int not null,
      root_id int not null,
      created_at timestamptz not null default now(),
      removed_at timestamptz,
      unique (id, agency_id, root_id),
      check ((kind = 'root') = (parent_id is null)),
      check (kind <> 'root' or (agency_id = id and root_id = id)),
      check (kind <> 'agency' or (agency_id = id and root_id = parent_id)),
      check (kind <> 'client' or agency_id = parent_id)
    );
    create index on core_tenant (agency_id);
    create index on core_tenant (root_id);

    -- agency_id and root_id follow from the parent; nobody states them.
    create function core_tenant_place() returns trigger language plpgsql security definer
      set search_path = pg_catalog, public set app.scope = 'platform' as $$
    declare parent core_tenant;
    begin
      if new.kind = 'root' then new.agency_id := new.id; new.root_id := new.id; return new; end if;
      select * into parent from core_tenant where id = new.parent_id;
      if parent.id is null or parent.kind = 'client' or (new.kind = 'agency' and parent.kind <> 'root') then
        raise exception 'a % cannot stand below company %', new.kind, new.parent_id using errcode = 'check_violation';
      end if;
      new.root_id := parent.root_id;
      new.agency_id := case when new.kind = 'agency' then new.id else parent.id end;
      return new;
    end $$;
    create trigger place before insert or update of parent_id, kind, agency_id, root_id on core_tenant
      for each row execute function core_tenant_place();

    -- A company stays where it is for ever, removed or not. So owners that were true when a row was written stay true, and no row need hold
    -- its company by a foreign key, which would look it up and lock it for every row.
    create function core_tenant_stays() returns trigger language plpgsql as $$
    begin
      raise exception 'company % stays where it is', old.id using errcode = 'foreign_key_violation';
    end $$;
    create trigger stays before delete on core_tenant for each row execute function core_tenant_stays();
    create trigger keeps_place after update on core_tenant for each row
      when ((old.id, old.agency_id, old.root_id) is distinct from (new.id, new.agency_id, new.root_id)) execute function core_tenant_stays();
    create function core_tenant_not_emptied() returns trigger language plpgsql as
      $$ begin raise exception 'companies stay where they are' using errcode = 'foreign_key_violation'; end $$;
    create trigger not_emptied before truncate on core_tenant for each statement execute function core_tenant_not_emptied();

    -- For tables whose rows belong to a company: the three levels of ownership, filled in from the company, and the RLS policy.
    create function core_fill_owner() returns trigger language plpgsql security definer
      set search_path = pg_catalog, public set app.scope = 'platform' as $$
    begin
      select t.agency_id, t.root_id into new.agency_id, new.root_id from core_tenant t where t.id = new.company_id;
      return new;
    end $$;
    create function core_isolate(relation regclass, self text, agency text, root text) returns void language plpgsql as $$
    begin
      execute format('alter table %s enable row level security', relation);
      execute format('alter table %s force row level security', relation);
      execute format($p$create policy tenant_isolation on %1$s using (case (select core_scope())
          when 'client' then %2$I = (select core_tenant_id())
          when 'agency' then %3$I = (select core_tenant_id())
          when 'root' then %4$I = (select core_tenant_id())
          when 'platform' then true else false end)$p$, relation, self, agency, root);
    end $$;
    create function core_tenant_table(relation regclass) returns void language plpgsql as $$
    begin
      execute format('alter table %s add column company_id int not null, add column agency_id int not null, add column root_id int not null', relation);
      execute format('create trigger owner before insert or update of company_id, agency_id, root_id on %s
        for each row execute function core_fill_owner()', relation);
      perform core_isolate(relation, 'company_id', 'agency_id', 'root_id');
    end $$;
    -- For tenant tables whose rows come by the hundred: the writer states all three owners, and each statement's owners are looked up once.
    create function core_check_owners() returns trigger language plpgsql security definer
      set search_path = pg_catalog, public set app.scope = 'platform' as $$
    declare stray int;
    begin
      select a.company_id into stray from (select distinct company_id, agency_id, root_id from added) a
        where (select true from core_tenant t where t.id = a.company_id and t.agency_id = a.agency_id and t.root_id = a.root_id) is not true limit 1;
      if found then raise exception '%: company % has other owners', tg_table_name, stray using errcode = 'foreign_key_violation'; end if;
      return null;
    end $$;
    create function core_refuse_move() returns trigger language plpgsql as $$
    begin
      raise exception '%: a row stays with its company', tg_table_name using errcode = 'foreign_key_violation';
    end $$;
    create function core_owners_stated(relation regclass) returns void language plpgsql as $$
    begin
      execute format('drop trigger owner on %s', relation);
      execute format('create trigger owners after insert on %s referencing new table as added
        for each statement execute function core_check_owners()', relation);
      execute format('create trigger stays before update of company_id, agency_id, root_id on %s for each row
        when ((old.company_id, old.agency_id, old.root_id) is distinct from (new.company_id, new.agency_id, new.root_id))
        execute function core_refuse_move()', relation);
    end $$;
    -- For tables that belong to the platform: readable by all scopes or by none, written by the platform.
    create function core_platform_table(relation regclass, readable boolean) returns void language plpgsql as $$
    begin
      execute format('alter table %s enable row level security', relation);
      execute format('alter table %s force row level security', relation);
      execute format($p$create policy platform_write on %s using ((select core_scope()) = 'platform')$p$, relation);
      if readable then execute format('create policy everybody_reads on %s for select using (true)', relation); end if;
    end $$;

    -- Append-only tables refuse change from everybody, and the serving role has no right to besides.
    create table core_append_only (relation regclass primary key);
    create function core_refuse_change() returns trigger language plpgsql as
      $$ begin raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege'; end $$;
    create function core_append_only_table(relation regclass) returns void language plpgsql as $$
    begin
      execute format('create trigger append_only before update or delete on %s for each row execute function core_refuse_change()', relation);
      execute format('create trigger append_only_truncate before truncate on %s for each statement execute function core_refuse_change()', relation);
      insert into core_append_only values (relation);
    end $$;
    select core_platform_table('core_append_only', true);
    select core_isolate('core_tenant', 'id', 'agency_id', 'root_id');

    create table core_host (
      host text primary key check (host = lower(host)),
      tenant_id int not null references core_tenant(id),
      canonical boolean not null default true,
      verified_at timestamptz,
      created_at timestamptz not null default now()
    );
    select core_platform_table('core_host', true);

    create table core_account (
      id int generated always as identity primary key,
      email text not null check (length(email) between 3 and 254),
      name text not null,
      user_type text not null check (user_type in ('user', 'userdownline', 'administrator', 'sales', 'client')),
      is_system boolean not null default false,
      status text not null default 'active' check (status in ('active', 'suspended', 'invited')),
      rights jsonb,
      created_at timestamptz not null default now(),
      removed_at timestamptz
    );
    select core_tenant_table('core_account');
    -- Addresses are unique within an agency and its clients, and among the root's own people.
    create unique index core_account_email on core_account (agency_id, lower(email)) where removed_at is null;
    -- A host that serves several companies looks for the address in all of them.
    create index core_account_email_root on core_account (root_id, lower(email)) where removed_at is null;
    create index on core_account (company_id);
    create index on core_account (agency_id);

    create table core_session (
      id uuid primary key default gen_random_uuid(),
      token_hash bytea not null unique,
      -- The token before the last rotation stays good for half a minute, for requests already under way.
      previous_hash bytea unique,
      previous_until timestamptz,
      account_id int not null references core_account(id) on delete cascade,
      -- Somebody else looking through this account.
      viewed_by int references core_account(id),
      parent_id uuid references core_session(id) on delete cascade,
      aal smallint not null default 1,
      aal_needed smallint not null default 1,
      fresh_at timestamptz not null default now(),
      created_at timestamptz not null default now(),
      rotated_at timestamptz not null default now(),
      seen_at timestamptz not null default now(),
      expires_at timestamptz not null,
      ip text not null default '',
      agent text not null default ''
    );
    create index on core_session (account_id);
    select core_platform_table('core_session', false);
  `);
}
