import type { Knex } from 'knex';

/** Where the people of a campaign's leads live, counted by local day. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table leads_state_day (
      campaign_id int not null,
      day date not null,
      -- Two letters; empty where the home is not known.
      state text not null,
      product text not null,
      leads int not null default 0,
      primary key (campaign_id, day, state)
    );
    select core_tenant_table('leads_state_day');
    create index on leads_state_day (company_id, day);
    create index on leads_state_day (agency_id, day);

    -- Adds to the counts; in the order of the key, so that two writers never wait for each other crosswise.
    create function leads_count_states(counts jsonb) returns void language sql set search_path = pg_catalog, public as $$
      insert into leads_state_day as d (campaign_id, company_id, product, day, state, leads)
      select campaign_id, company_id, product, day, state, leads
      from jsonb_to_recordset(counts) as r (campaign_id int, company_id int, product text, day date, state text, leads int)
      order by campaign_id, day, state
      on conflict (campaign_id, day, state) do update set leads = d.leads + excluded.leads
    $$;
  `);
}
