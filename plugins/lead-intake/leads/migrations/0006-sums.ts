import type { Knex } from 'knex';

/**
 * What was counted of all campaigns of an agency, and of all agencies of a root, by day: their figures then cost the same with any number of
 * campaigns. Sums are of days that are over everywhere; what is counted of such a day later is added to its sums at once.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What was sold, by day and campaign.
    create index on leads_day (agency_id, day) where outcome = 'lead';

    create table leads_summed (
      id boolean primary key default true check (id),
      -- The last day that is summed; later ones are read as they were counted.
      until date not null default '-infinity'
    );
    select core_platform_table('leads_summed', true);
    insert into leads_summed default values;

    create table leads_sum (
      -- All campaigns of the agency, or of all agencies of the root, which the row belongs to.
      covers text not null check (covers in ('agency', 'root')),
      day date not null,
      product text not null,
      outcome text not null,
      observations bigint not null,
      retail_cents bigint not null,
      wholesale_cents bigint not null
    );
    select core_tenant_table('leads_sum');
    select core_owners_stated('leads_sum');
    alter table leads_sum add primary key (company_id, covers, day, product, outcome);
    create index on leads_sum (root_id, covers, day);

    create table leads_state_sum (
      covers text not null check (covers in ('agency', 'root')),
      day date not null,
      product text not null,
      state text not null,
      leads bigint not null
    );
    select core_tenant_table('leads_state_sum');
    select core_owners_stated('leads_state_sum');
    alter table leads_state_sum add primary key (company_id, covers, day, product, state);

    -- Adds to the sums what was just counted of days that are summed; in the order of their key, so that two writers never wait for each other crosswise.
    -- Until the transaction ends no further day is summed (sums.store.ts).
    create function leads_add_to_sums(counts jsonb) returns void language plpgsql security definer
      set search_path = pg_catalog, public set app.scope = 'platform' as $$
    begin
      perform pg_advisory_xact_lock_shared(hashtext('leads_sum'));
      insert into leads_sum as s (covers, company_id, agency_id, root_id, day, product, outcome, observations, retail_cents, wholesale_cents)
      select c.covers, c.company_id, c.company_id, d.root_id, d.day, d.product, d.outcome, sum(r.observations), sum(coalesce(r.retail_cents, 0)),
        sum(coalesce(r.wholesale_cents, 0))
      from jsonb_to_recordset(counts) as r (campaign_id int, day date, outcome text, observations int, retail_cents bigint, wholesale_cents bigint)
      join leads_day d using (campaign_id, day, outcome)
      cross join lateral (values ('agency', d.agency_id), ('root', d.root_id)) c (covers, company_id)
      where d.day <= (select until from leads_summed)
      group by 1, 2, 3, 4, 5, 6, 7 order by 2, 1, 5, 6, 7
      on conflict (company_id, covers, day, product, outcome) do update set observations = s.observations + excluded.observations,
        retail_cents = s.retail_cents + excluded.retail_cents, wholesale_cents = s.wholesale_cents + excluded.wholesale_cents;
    end $$;
    create function leads_add_to_state_sums(counts jsonb) returns void language plpgsql security definer
      set search_path = pg_catalog, public set app.scope = 'platform' as $$
    begin
      perform pg_advisory_xact_lock_shared(hashtext('leads_sum'));
      insert into leads_state_sum as s (covers, company_id, agency_id, root_id, day, product, state, leads)
      select c.covers, c.company_id, c.company_id, d.root_id, d.day, d.product, d.state, sum(r.leads)
      from jsonb_to_recordset(counts) as r (campaign_id int, day date, state text, leads int)
      join leads_state_day d using (campaign_id, day, state)
      cross join lateral (values ('agency', d.agency_id), ('root', d.root_id)) c (covers, company_id)
      where d.day <= (select until from leads_summed)
      group by 1, 2, 3, 4, 5, 6, 7 order by 2, 1, 5, 6, 7
      on conflict (company_id, covers, day, product, state) do update set leads = s.leads + excluded.leads;
    end $$;

    -- Whether anything is counted of a day that may be summed: no campaign's day of now is older than yesterday's of UTC.
    create function leads_any_late(counts jsonb) returns boolean language sql stable as $$
      select exists (select from jsonb_to_recordset(counts) as r (day date) where day < (now() at time zone 'utc')::date - 1) $$;

    -- As in 0001, and in the sums.
    create or replace function leads_count(counts jsonb) returns void language plpgsql set search_path = pg_catalog, public as $$
    begin
      insert into leads_day as d (campaign_id, company_id, product, day, outcome, observations, retail_cents, wholesale_cents)
      select campaign_id, company_id, product, day, outcome, observations, coalesce(retail_cents, 0), coalesce(wholesale_cents, 0)
      from jsonb_to_recordset(counts) as r (campaign_id int, company_id int, product text, day date, outcome text, observations int, retail_cents bigint, wholesale_cents bigint)
      order by campaign_id, day, outcome
      on conflict (campaign_id, day, outcome) do update set observations = d.observations + excluded.observations,
        retail_cents = d.retail_cents + excluded.retail_cents, wholesale_cents = d.wholesale_cents + excluded.wholesale_cents;
      if leads_any_late(counts) then perform leads_add_to_sums(counts); end if;
    end $$;
    create or replace function leads_count_states(counts jsonb) returns void language plpgsql set search_path = pg_catalog, public as $$
    begin
      insert into leads_state_day as d (campaign_id, company_id, product, day, state, leads)
      select campaign_id, company_id, product, day, state, leads
      from jsonb_to_recordset(counts) as r (campaign_id int, company_id int, product text, day date, state text, leads int)
      order by campaign_id, day, state
      on conflict (campaign_id, day, state) do update set leads = d.leads + excluded.leads;
      if leads_any_late(counts) then perform leads_add_to_state_sums(counts); end if;
    end $$;
  `);
}
