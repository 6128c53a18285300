import type { Knex } from 'knex';

/** Tags of leads, and what lists of leads are narrowed by. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table leads_tag (
      lead_id uuid not null references leads_lead (id) on delete cascade,
      tag text not null check (tag = btrim(tag) and length(tag) between 1 and 40),
      -- Alike whatever the case.
      tag_key text collate "C" not null generated always as (lower(tag)) stored,
      created_at timestamptz not null default now(),
      primary key (lead_id, tag_key)
    );
    select core_tenant_table('leads_tag');
    create index on leads_tag (company_id, tag_key, lead_id);
    create index on leads_tag (agency_id, tag_key, lead_id);

    create index on leads_lead (company_id, state, created_at desc, id);
    create index on leads_lead (agency_id, state, created_at desc, id);
    -- Few of all leads.
    create index on leads_lead (company_id, created_at desc, id) where converted_at is not null;
    create index on leads_lead (agency_id, created_at desc, id) where converted_at is not null;
    create index on leads_lead (company_id, created_at desc, id) where is_test;
    create index on leads_lead (agency_id, created_at desc, id) where is_test;
  `);
}
