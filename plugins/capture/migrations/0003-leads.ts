import type { Knex } from 'knex';

/** What becomes of visits: leads, and the claims that keep one person from being sold twice. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create extension if not exists pg_trgm;

    create table capture_lead (
      id uuid primary key,
      campaign_id int not null,
      product text not null,
      person_key bytea not null,
      first_name text not null default '',
      last_name text not null default '',
      email text not null default '',
      phone text not null default '',
      address text not null default '',
      city text not null default '',
      state text not null default '',
      zip text not null default '',
      company text not null default '',
      url text not null,
      created_at timestamptz not null,
      last_seen_at timestamptz not null,
      converted_at timestamptz,
      visits int not null default 1,
      is_test boolean not null default false,
      retail_cents bigint not null default 0
    );
    select core_tenant_table('capture_lead');
    -- Leads come by the hundred; the pipeline states all three owners itself and the foreign key proves them.
    drop trigger owner on capture_lead;
    create index on capture_lead (campaign_id, created_at desc, id);
    create index on capture_lead (company_id, created_at desc, id);
    create index on capture_lead (agency_id, created_at desc, id);
    create index on capture_lead (root_id, created_at desc, id);
    create index capture_lead_search on capture_lead using gin ((first_name || ' ' || last_name || ' ' || email || ' ' || company) gin_trgm_ops);

    -- How many leads a campaign's list holds, so that a page need not count them.
    create table capture_total (campaign_id int primary key, product text not null, leads int not null default 0);
    select core_tenant_table('capture_total');
    create index on capture_total (company_id);
    create index on capture_total (agency_id);

    -- Who holds a person: a campaign or a whole client for the re-identification window, and the client for a day.
    -- The primary key is the rule; a claim that has run out may be taken over.
    create table capture_claim (
      scope text not null,
      person_key bytea not null,
      expires_at timestamptz not null,
      lead_id uuid not null,
      primary key (scope, person_key)
    );
    select core_tenant_table('capture_claim');
    drop trigger owner on capture_claim;
    create index on capture_claim (expires_at) where expires_at < 'infinity';

    -- Ids of the newest leads whose name, e-mail or company match a pattern. Row-level security keeps the serving role from using the
    -- trigram index, so the owner searches and applies the same walls itself.
    create function capture_lead_matches(pattern text, most int, campaign int, company int, of_product text, since timestamptz, until timestamptz)
      returns setof uuid language plpgsql stable security definer set search_path = pg_catalog, public as $$
    declare wall text := case core_scope() when 'client' then 'company_id' when 'agency' then 'agency_id' when 'root' then 'root_id' end;
    begin
      if wall is null and core_scope() <> 'platform' then return; end if;
      return query execute format($q$
        select id from capture_lead where (first_name || ' ' || last_name || ' ' || email || ' ' || company) ilike $1 %s %s %s %s %s %s
        order by created_at desc, id limit $2$q$,
        case when wall is not null then format('and %I = core_tenant_id()', wall) else '' end,
        case when campaign is not null then 'and campaign_id = $3' else '' end,
        case when company is not null then 'and company_id = $4' else '' end,
        case when of_product is not null then 'and product = $5' else '' end,
        case when since is not null then 'and created_at >= $6' else '' end,
        case when until is not null then 'and created_at < $7' else '' end)
      using pattern, most, campaign, company, of_product, since, until;
    end $$;
  `);
}
