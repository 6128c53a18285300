import type { Knex } from 'knex';

/** Versions of legal texts, what companies accepted of them, and files that are shared under a password. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A published text belongs to the root that operates with it, and never changes.
    create table agreements_document (
      id int generated always as identity primary key,
      name text not null,
      version int not null check (version > 0),
      locale text not null check (locale in ('en', 'ar')),
      html text not null,
      -- Of the text as stored, placeholders and all.
      sha256 bytea not null,
      effective_on date not null,
      material boolean not null,
      -- Account of the operator; null for a text that came with the product.
      published_by int,
      published_at timestamptz not null default now()
    );
    select core_tenant_table('agreements_document');
    select core_append_only_table('agreements_document');
    create unique index on agreements_document (company_id, name, version, locale);

    create table agreements_draft (
      name text not null,
      locale text not null check (locale in ('en', 'ar')),
      html text not null,
      saved_by int not null,
      saved_at timestamptz not null default now()
    );
    select core_tenant_table('agreements_draft');
    create unique index on agreements_draft (company_id, name, locale);

    -- The very HTML that somebody accepted, once for each company and text.
    create table agreements_copy (
      sha256 bytea not null,
      html text not null
    );
    select core_tenant_table('agreements_copy');
    select core_append_only_table('agreements_copy');
    create unique index on agreements_copy (company_id, sha256);

    create table agreements_acceptance (
      id int generated always as identity primary key,
      document text not null,
      version int not null,
      locale text not null,
      feature_id text not null,
      feature_name text not null,
      company_name text not null,
      location_menu text not null,
      -- What it was accepted for, where the same text is to be accepted anew, e.g. each time a mode is switched on.
      occasion text not null,
      -- Of the rendered text; agreements_copy keeps the text itself.
      sha256 bytea not null,
      user_id int not null references core_account(id),
      signer_name text not null,
      signer_email text not null,
      ip text not null,
      agent text not null,
      accepted_at timestamptz not null default now()
    );
    select core_tenant_table('agreements_acceptance');
    select core_append_only_table('agreements_acceptance');
    create unique index on agreements_acceptance (company_id, document, version, user_id, occasion);

    -- Whoever was told of a new material version: one mail for each company and version.
    create table agreements_notice (
      document text not null,
      version int not null,
      told_at timestamptz not null default now()
    );
    select core_tenant_table('agreements_notice');
    create unique index on agreements_notice (company_id, document, version);

    create table agreements_file (
      id uuid primary key default gen_random_uuid(),
      filename text not null,
      type text not null,
      size int not null,
      bytes bytea not null,
      password_hash text not null,
      -- Tries since window_began; a right password counts like a wrong one, so that the number says nothing.
      tries int not null default 0,
      window_began timestamptz not null default now(),
      downloads int not null default 0,
      shared_by int not null,
      shared_at timestamptz not null default now(),
      removed_at timestamptz
    );
    select core_tenant_table('agreements_file');
    create index on agreements_file (company_id, shared_at desc);

    -- Leave to fetch a file once, for the session that gave its password.
    create table agreements_file_leave (
      file_id uuid not null,
      session_id uuid not null,
      expires_at timestamptz not null
    );
    select core_tenant_table('agreements_file_leave');
    create unique index on agreements_file_leave (company_id, session_id, file_id);

    -- Legal texts are public, so whoever names the root may read them; the rows themselves stay under its RLS policies.
    create function agreements_versions(root int, wanted text) returns table (
        name text, version int, locale text, html text, sha256 bytea, effective_on text, material boolean, published_at timestamptz)
      language sql stable security definer set search_path = pg_catalog, public set app.scope = 'platform' as
      $$ select d.name, d.version, d.locale, d.html, d.sha256, to_char(d.effective_on, 'YYYY-MM-DD'), d.material, d.published_at
         from agreements_document d where d.company_id = root and (wanted is null or d.name = wanted) order by d.name, d.version desc, d.locale $$;

    -- Brings a text that came with the product to a root, whoever happens to ask for it first. What is published stays as it is.
    create function agreements_ship(root int, doc_name text, doc_version int, doc_locale text, doc_html text, effective date, is_material boolean)
      returns void language sql volatile security definer set search_path = pg_catalog, public set app.scope = 'platform' as
      $$ insert into agreements_document (company_id, name, version, locale, html, sha256, effective_on, material, published_at)
         select t.id, doc_name, doc_version, doc_locale, doc_html, sha256(convert_to(doc_html, 'UTF8')), effective, is_material, effective
         from core_tenant t where t.id = root and t.kind = 'root'
         on conflict do nothing $$;

    -- The operator's name, which nobody below may look up in the company tree.
    create function agreements_root_name(root int) returns text language sql stable security definer
      set search_path = pg_catalog, public set app.scope = 'platform' as
      $$ select name from core_tenant where id = root and kind = 'root' $$;

    -- Counts a try at the password of a file of the caller's root and answers the hash to compare with; nothing when there is no
    -- such file or its tries are used up. Counted first, so that a hundred tries at once are still ten.
    create function agreements_try_file(file uuid, most int) returns table (known boolean, password_hash text, wait int)
      language plpgsql volatile security definer set search_path = pg_catalog, public as $$
    declare
      caller text := core_scope();
      caller_root int;
      began timestamptz;
      hash text;
      count int;
    begin
      perform set_config('app.scope', 'platform', true);
      select t.root_id into caller_root from core_tenant t where t.id = core_tenant_id();
      update agreements_file f set
          tries = case when f.window_began < now() - interval '15 minutes' then 1 else least(f.tries + 1, most + 1) end,
          window_began = case when f.window_began < now() - interval '15 minutes' then now() else f.window_began end
        where f.id = file and f.root_id = caller_root and f.removed_at is null
        returning f.tries, f.window_began, f.password_hash into count, began, hash;
      perform set_config('app.scope', caller, true);
      return query select hash is not null, case when count <= most then hash end,
        greatest(1, ceil(extract(epoch from began + interval '15 minutes' - now())))::int;
    end $$;

    -- Uses up the session's leave and answers the file; nothing without one.
    create function agreements_take_file(file uuid, session uuid) returns table (filename text, type text, bytes bytea)
      language plpgsql volatile security definer set search_path = pg_catalog, public as $$
    declare
      caller text := core_scope();
      used int;
    begin
      perform set_config('app.scope', 'platform', true);
      delete from agreements_file_leave l
        where l.file_id = file and l.session_id = session and l.company_id = core_tenant_id() and l.expires_at > now();
      get diagnostics used = row_count;
      if used = 1 then
        return query update agreements_file f set downloads = f.downloads + 1 where f.id = file and f.removed_at is null
          returning f.filename, f.type, f.bytes;
      end if;
      perform set_config('app.scope', caller, true);
    end $$;
  `);
}
