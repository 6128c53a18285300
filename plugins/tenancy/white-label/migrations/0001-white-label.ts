import type { Knex } from 'knex';

/** Logo, domain, mail server and embedded code of agencies. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table white_label_logo (
      hash text not null check (hash ~ '^[0-9a-f]{32}$'),
      type text not null check (type in ('image/png', 'image/webp')),
      width int not null,
      height int not null,
      bytes bytea not null,
      created_at timestamptz not null default now()
    );
    select core_tenant_table('white_label_logo');
    alter table white_label_logo add primary key (company_id);
    create index on white_label_logo (hash);
    -- Browsers follow a new logo as they follow a new colour.
    create constraint trigger config after insert or update or delete on white_label_logo deferrable initially deferred
      for each row execute function core_config_changed();

    -- A claim to a domain. Several agencies may claim a name; the one that proves it gets the host.
    create table white_label_domain (
      id int generated always as identity primary key,
      host text not null check (host = lower(host)),
      proof text not null,
      state text not null default 'pending' check (state in ('pending', 'verified', 'failed', 'released')),
      failures int not null default 0,
      -- What was missing at the last look: 'txt', 'cname', 'taken', 'dns'.
      fault text,
      claimed_at timestamptz not null default now(),
      checked_at timestamptz,
      verified_at timestamptz,
      released_at timestamptz,
      next_check_at timestamptz not null default now()
    );
    select core_tenant_table('white_label_domain');
    create unique index white_label_domain_current on white_label_domain (company_id) where state <> 'released';
    create unique index white_label_domain_host on white_label_domain (company_id, host);
    create index on white_label_domain (next_check_at);

    create table white_label_smtp (
      host text not null,
      port int not null check (port between 1 and 65535),
      user_name text not null default '',
      password text,
      from_name text not null,
      from_address text not null,
      is_on boolean not null default true,
      failures int not null default 0,
      -- Set after several failures in a row: until then all mail goes through the platform.
      paused_until timestamptz,
      fault text,
      used_at timestamptz
    );
    select core_tenant_table('white_label_smtp');
    alter table white_label_smtp add primary key (company_id);

    create table white_label_embedded (
      place text not null check (place in ('head', 'body', 'footer')),
      code text not null check (length(code) <= 20000),
      hash text not null,
      changed_by int references core_account(id),
      changed_at timestamptz not null default now()
    );
    select core_tenant_table('white_label_embedded');
    alter table white_label_embedded add primary key (company_id);
    create constraint trigger config after insert or update or delete on white_label_embedded deferrable initially deferred
      for each row execute function core_config_changed();

    -- Good for one loading of the frame with the embedded code: a frame sends no token.
    create table white_label_pass (hash bytea not null, expires_at timestamptz not null);
    select core_tenant_table('white_label_pass');
    alter table white_label_pass add primary key (hash);
    create index on white_label_pass (expires_at);

    -- Sign-in screens and mails show the logo to everybody; its name is its content's hash, so nobody finds another one by guessing.
    create function white_label_logo_hash(company int) returns text language sql stable security definer
      set search_path = pg_catalog, public set app.scope = 'platform' as
      $$ select hash from white_label_logo where company_id = company $$;
    create function white_label_logo_file(wanted text) returns table (type text, bytes bytea) language sql stable security definer
      set search_path = pg_catalog, public set app.scope = 'platform' as
      $$ select l.type, l.bytes from white_label_logo l where l.hash = wanted limit 1 $$;
    -- Whether an agency shows code to its clients, who may not see its row.
    create function white_label_has_code(agency int) returns boolean language sql stable security definer
      set search_path = pg_catalog, public set app.scope = 'platform' as
      $$ select exists (select 1 from white_label_embedded where company_id = agency) $$;
    -- A client's pass to its agency's code, kept under the agency.
    create function white_label_give_pass(pass_hash bytea) returns text language plpgsql security definer
      set search_path = pg_catalog, public as $$
    declare
      caller text := core_scope();
      me int := core_tenant_id();
      agency int;
      wanted text;
    begin
      if caller <> 'client' then return null; end if;
      perform set_config('app.scope', 'platform', true);
      select t.agency_id into agency from core_tenant t where t.id = me;
      select e.place into wanted from white_label_embedded e where e.company_id = agency;
      if wanted is not null then
        delete from white_label_pass where expires_at < now();
        insert into white_label_pass (hash, company_id, expires_at) values (pass_hash, agency, now() + interval '1 minute');
      end if;
      perform set_config('app.scope', caller, true);
      return wanted;
    end $$;

    -- The label under which an agency answers at its root's host, also while its root has none.
    create table white_label_subdomain (label text not null check (label ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9]){0,1}$'));
    select core_tenant_table('white_label_subdomain');
    alter table white_label_subdomain add primary key (company_id);
  `);
}
