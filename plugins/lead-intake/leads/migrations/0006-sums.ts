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

    -- Whether a day is summed. Until the transaction ends no further one is (sums.store.ts).
    create function leads_is_summed(counted date) returns boolean language plpgsql as $$
    begin
      perform pg_advisory_xact_lock_shared(hashtext('leads_sum'));
      return counted <= (select until from leads_summed);
    end $$;

    create function leads_add_to_sums() returns trigger language plpgsql security definer
      set search_path = pg_catalog, public set app.scope = 'platform' as $$
    begin
      if leads_is_summed(new.day) then
        insert into leads_sum as s (covers, company_id, agency_id, root_id, day, product, outcome, observations, retail_cents, wholesale_cents)
        select c.covers, c.company_id, c.company_id, new.root_id, new.day, new.product, new.outcome, new.observations - coalesce(old.observations, 0),
          new.retail_cents - coalesce(old.retail_cents, 0), new.wholesale_cents - coalesce(old.wholesale_cents, 0)
        from (values ('agency', new.agency_id), ('root', new.root_id)) c (covers, company_id)
        on conflict (company_id, covers, day, product, outcome) do update set observations = s.observations + excluded.observations,
          retail_cents = s.retail_cents + excluded.retail_cents, wholesale_cents = s.wholesale_cents + excluded.wholesale_cents;
      end if;
      return null;
    end $$;
    create function leads_add_to_state_sums() returns trigger language plpgsql security definer
      set search_path = pg_catalog, public set app.scope = 'platform' as $$
    begin
      if leads_is_summed(new.day) then
        insert into leads_state_sum as s (covers, company_id, agency_id, root_id, day, product, state, leads)
        select c.covers, c.company_id, c.company_id, new.root_id, new.day, new.product, new.state, new.leads - coalesce(old.leads, 0)
        from (values ('agency', new.agency_id), ('root', new.root_id)) c (covers, company_id)
        on conflict (company_id, covers, day, product, state) do update set leads = s.leads + excluded.leads;
      end if;
      return null;
    end $$;

    -- No campaign's day of now is older than yesterday's of UTC, so what is counted as it happens never comes here.
    create trigger late after insert or update on leads_day for each row
      when (new.day < (now() at time zone 'utc')::date - 1) execute function leads_add_to_sums();
    create trigger late after insert or update on leads_state_day for each row
      when (new.day < (now() at time zone 'utc')::date - 1) execute function leads_add_to_state_sums();
  `);
}
