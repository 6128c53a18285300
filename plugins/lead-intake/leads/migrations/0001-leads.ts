import type { Knex } from 'knex';

/** Leads, the claims that keep one person from being sold twice, what is counted, and observations that could not be worked. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table leads_lead (
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
      -- Where it came from, and what was seen there at first.
      source text not null,
      evidence jsonb not null default '{}',
      created_at timestamptz not null,
      last_seen_at timestamptz not null,
      converted_at timestamptz,
      observations int not null default 1,
      is_test boolean not null default false,
      retail_cents bigint not null default 0,
      -- What searches compare and lists are sorted by. Stored, and compared byte by byte: under row-level security an index serves a plain
      -- comparison, but neither lower() nor like.
      name_key text collate "C" generated always as (lower(first_name || ' ' || last_name)) stored,
      family_key text collate "C" generated always as (lower(last_name || ' ' || first_name)) stored,
      email_key text collate "C" generated always as (lower(email)) stored,
      company_key text collate "C" generated always as (lower(company)) stored
    );
    select core_tenant_table('leads_lead');
    select core_owners_stated('leads_lead');
    create index on leads_lead (campaign_id, created_at desc, id);
    create index on leads_lead (company_id, created_at desc, id);
    create index on leads_lead (agency_id, created_at desc, id);
    create index on leads_lead (root_id, created_at desc, id);
    create index on leads_lead (company_id, person_key);
    -- A campaign has one client and agency: the planner would take their numbers of leads for chances that multiply.
    create statistics leads_lead_owners (dependencies) on campaign_id, company_id, agency_id from leads_lead;
    -- Only clients and agencies have lists of leads.
    create index on leads_lead (company_id, name_key);
    create index on leads_lead (company_id, family_key, id);
    create index on leads_lead (company_id, email_key, id);
    create index on leads_lead (company_id, company_key) where company_key > '';
    create index on leads_lead (agency_id, name_key);
    create index on leads_lead (agency_id, family_key, id);
    create index on leads_lead (agency_id, email_key, id);
    create index on leads_lead (agency_id, company_key) where company_key > '';

    -- How many leads a campaign's list holds, so that a page need not count them.
    create table leads_total (campaign_id int primary key, product text not null, leads int not null default 0);
    select core_tenant_table('leads_total');
    create index on leads_total (company_id, campaign_id);
    create index on leads_total (agency_id, campaign_id);

    -- Who holds a person: a campaign or a whole client for the re-identification window, and the client for a day.
    -- The primary key is the rule; a claim that has run out may be taken over.
    create table leads_claim (
      claimant text not null,
      person_key bytea not null,
      expires_at timestamptz not null,
      lead_id uuid not null,
      primary key (claimant, person_key)
    );
    select core_tenant_table('leads_claim');
    select core_owners_stated('leads_claim');
    create index on leads_claim (expires_at) where expires_at < 'infinity';

    -- How the observations of a campaign's local day ended, whichever source they came from.
    create table leads_day (
      campaign_id int not null,
      day date not null,
      outcome text not null,
      product text not null,
      observations int not null default 0,
      retail_cents bigint not null default 0,
      wholesale_cents bigint not null default 0,
      primary key (campaign_id, day, outcome)
    );
    select core_tenant_table('leads_day');
    create index on leads_day (company_id, day);
    create index on leads_day (agency_id, day);
    create index on leads_day (root_id, day);

    -- Observations that failed alone: how often, and why at last. Those that are dead are not tried again.
    create table leads_failure (
      source text not null,
      ref text not null,
      campaign_id int not null,
      tries int not null default 1,
      reason text not null,
      failed_at timestamptz not null default now(),
      state text not null default 'retrying' check (state in ('retrying', 'dead'))
    );
    select core_tenant_table('leads_failure');
    create unique index on leads_failure (company_id, source, ref);
    create index on leads_failure (failed_at);

    -- Adds to the counts; in the order of the key, so that two writers never wait for each other crosswise. Sources call it for what ends
    -- outside of a batch.
    create function leads_count(counts jsonb) returns void language sql set search_path = pg_catalog, public as $$
      insert into leads_day as d (campaign_id, company_id, product, day, outcome, observations, retail_cents, wholesale_cents)
      select campaign_id, company_id, product, day, outcome, observations, coalesce(retail_cents, 0), coalesce(wholesale_cents, 0)
      from jsonb_to_recordset(counts) as r (campaign_id int, company_id int, product text, day date, outcome text, observations int, retail_cents bigint, wholesale_cents bigint)
      order by campaign_id, day, outcome
      on conflict (campaign_id, day, outcome) do update set observations = d.observations + excluded.observations,
        retail_cents = d.retail_cents + excluded.retail_cents, wholesale_cents = d.wholesale_cents + excluded.wholesale_cents
    $$;

    -- Leads of a campaign's best day among the last ones.
    create function leads_best_day(campaign int, today date, days int) returns int language sql stable set search_path = pg_catalog, public as $$
      select coalesce(max(observations), 0) from leads_day where campaign_id = campaign and outcome = 'lead' and day < today and day >= today - days
    $$;
  `);
}
