import type { Knex } from 'knex';

/** Deliveries in several steps, calls that keep to a rate, signing in at other systems, and people who are erased there. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table integrations_delivery
      -- What the other system calls the record that it made of the lead.
      add column ref text not null default '',
      -- Step -> what it answered; a step that stands here is not repeated.
      add column steps jsonb not null default '{}';
    alter table integrations_connection
      -- A process renews the token until then; the others wait for it.
      add column renewing_until timestamptz,
      -- What its owner is to do, as a message key of the connector; empty where the state says it.
      add column remedy text not null default '';

    create table integrations_turn (
      -- Hash of the connector and of whoever shares its rate.
      key bytea primary key,
      -- When the calls that were let through so far are paid for.
      due_at timestamptz not null
    );
    select core_platform_table('integrations_turn', false);

    -- The generic cell rate algorithm (ITU-T I.371): calls come every "spacing" seconds, so many of them at once. Answers the seconds until the caller's
    -- turn; the turn is taken only where that is no longer than "patience".
    create function integrations_take_turn(who bytea, spacing float, at_once int, patience float) returns float language plpgsql volatile security definer
      set search_path = pg_catalog, public set app.scope = 'platform' as $$
    declare
      slack constant float := spacing * (at_once - 1);
      due timestamptz;
      wait float;
    begin
      insert into integrations_turn (key, due_at) values (who, to_timestamp(0)) on conflict (key) do nothing;
      select due_at into due from integrations_turn where key = who for update;
      due := greatest(due, clock_timestamp());
      wait := greatest(0, extract(epoch from due - clock_timestamp()) - slack);
      if wait <= patience then
        update integrations_turn set due_at = due + make_interval(secs => spacing) where key = who;
      end if;
      return wait;
    end $$;
    create function integrations_forget_turns() returns void language sql volatile security definer
      set search_path = pg_catalog, public set app.scope = 'platform' as $$
      delete from integrations_turn where due_at < now() - interval '1 day'
    $$;

    -- Somebody went to another system to let the platform in; taken away when they come back.
    create table integrations_authorization (
      id uuid primary key default gen_random_uuid(),
      connector text not null,
      -- The connection that is authorised again; null for a new one.
      connection_id int,
      name text not null default '',
      config jsonb not null default '{}',
      -- Field -> sealed value.
      secrets jsonb not null default '{}',
      until timestamptz not null
    );
    select core_tenant_table('integrations_authorization');
    alter table integrations_authorization add foreign key (company_id, connection_id) references integrations_connection (company_id, id) on delete cascade;
    create index on integrations_authorization (until);

    create table integrations_erasure (
      id bigint generated always as identity primary key,
      -- The same over all tries.
      key uuid not null unique,
      -- Null once the connection was removed; what it was called stays.
      connection_id int,
      connector text not null,
      name text not null,
      -- What the other system called the person's records, as far as it was told when it was asked last.
      refs text[] not null default '{}',
      -- The person's e-mail addresses, sealed; empty once they are needed no more.
      person text not null,
      -- The company that was asked to erase them, and its number of that request.
      request_company int not null,
      request_id int not null,
      state text not null default 'pending' check (state in ('pending', 'failed', 'done', 'refused', 'manual', 'confirmed')),
      attempts int not null default 0,
      next_at timestamptz not null default now(),
      claim uuid,
      lease_until timestamptz,
      response text not null default '',
      asked_at timestamptz not null default now(),
      finished_at timestamptz
    );
    select core_tenant_table('integrations_erasure');
    create unique index integrations_erasure_owner on integrations_erasure (company_id, id);
    alter table integrations_erasure
      add foreign key (company_id, connection_id) references integrations_connection (company_id, id) on delete set null (connection_id);
    create index on integrations_erasure (company_id, connection_id, id desc);
    create index on integrations_erasure (request_company, request_id);
    create index integrations_erasure_due on integrations_erasure (next_at) where state in ('pending', 'failed');

    alter table integrations_delivery add column erasure_id bigint;
    alter table integrations_delivery
      add foreign key (company_id, erasure_id) references integrations_erasure (company_id, id) on delete set null (erasure_id);
    create index on integrations_delivery (erasure_id) where erasure_id is not null;

    -- Connections to which leads of the given client or agency may have gone and that were not asked to erase them; also those of the client's
    -- agency, which a client does not see.
    create function integrations_to_erase(company int, leads uuid[]) returns table (owner int, connection int) language sql stable security definer
      set search_path = pg_catalog, public set app.scope = 'platform' as $$
      select distinct d.company_id, d.connection_id
      from core_tenant t join integrations_delivery d on d.company_id in (select o.id from core_tenant o where o.agency_id = t.agency_id)
      where t.id = company and d.lead_id = any(leads) and d.attempts > 0 and d.state <> 'skipped' and d.erasure_id is null
      order by d.connection_id
    $$;
    -- Asks one of them to. Called again it finds nothing left to ask for. The connection is locked before its deliveries, as everywhere.
    create function integrations_ask_erasure(company int, leads uuid[], connection int, erasure uuid, sealed text, request int) returns boolean
      language plpgsql volatile security definer set search_path = pg_catalog, public set app.scope = 'platform' as $$
    declare
      found bigint[];
      made bigint;
    begin
      perform from integrations_connection where id = connection for share;
      select array_agg(d.id) into found from (
        select d.id from core_tenant t join integrations_delivery d on d.company_id in (select o.id from core_tenant o where o.agency_id = t.agency_id)
        where t.id = company and d.connection_id = connection and d.lead_id = any(leads) and d.attempts > 0 and d.state <> 'skipped'
          and d.erasure_id is null
        order by d.id for update of d
      ) d;
      if found is null then return false; end if;
      insert into integrations_erasure (company_id, key, connection_id, connector, name, person, request_company, request_id)
        select c.company_id, erasure, c.id, c.connector, c.name, sealed, company, request from integrations_connection c where c.id = connection
        returning id into made;
      update integrations_delivery set erasure_id = made where id = any(found);
      return true;
    end $$;
    -- What a request of the given company set off. A client learns of its agency's connections no more than that they were asked.
    create function integrations_erasures_of(company int, request int)
      returns table (name text, state text, response text, asked_at timestamptz, finished_at timestamptz) language sql stable security definer
      set search_path = pg_catalog, public set app.scope = 'platform' as $$
      select case when hidden then null else e.name end, e.state, case when hidden then '' else e.response end, e.asked_at, e.finished_at
      from integrations_erasure e, lateral (select e.company_id = e.agency_id and e.company_id <> company as hidden) h
      where e.request_id = request and e.request_company = company order by e.id
    $$;
  `);
}
