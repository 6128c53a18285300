import type { Knex } from 'knex';

/** A connection sends more than new leads: its company chooses what, and each occasion is delivered once. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table integrations_connection
      add column triggers text[] not null default '{lead.created}',
      -- Since when exactly these: what happened before is not sent afterwards.
      add column triggers_at timestamptz not null default now();
    update integrations_connection set triggers_at = created_at;

    alter table integrations_delivery
      add column trigger text not null default 'lead.created',
      -- What it happened to where that is no lead, such as "invoice:17".
      add column thing text check (length(thing) between 3 and 120 and thing not like 'lead:%'),
      -- Tells apart what happens to one thing more than once.
      add column occasion text not null default '' check (length(occasion) <= 60),
      add column subject text generated always as (coalesce('lead:' || lead_id::text, thing)) stored,
      add check (lead_id is null or thing is null);
    alter table integrations_delivery
      drop constraint integrations_delivery_connection_id_lead_id_replay_no_key,
      add constraint integrations_delivery_once unique (connection_id, subject, trigger, occasion, replay_no);
    -- What a thing's later deliveries wait for.
    create index integrations_delivery_unsettled on integrations_delivery (connection_id, subject, id) where state in ('pending', 'failed', 'held');

    create or replace function integrations_with_destination(clients int[]) returns setof int language sql stable security definer
      set search_path = pg_catalog, public set app.scope = 'platform' as $$
      select t.id from core_tenant t
      where t.id = any(clients) and exists (
        select from integrations_connection c where c.company_id in (t.id, t.agency_id) and c.open and 'lead.created' = any(c.triggers)
      )
    $$;

    drop function integrations_fan_out(int, uuid[], boolean);
    -- Queues an occasion of each of these things for the connections of the company and of its agency that send it, held where one is not open. Answers
    -- how many can be sent. The event may be handled under the client's RLS policies, which hide the agency's connections; this reveals only how many
    -- deliveries were made. "since": only for connections that chose so before then; null for all. The lock lets a change of the connection finish first,
    -- so that nothing is queued for one that has just closed.
    create function integrations_fan_out(company int, kind text, things text[], happened text, test boolean, since timestamptz) returns int
      language plpgsql security definer set search_path = pg_catalog, public set app.scope = 'platform' as $$
    declare due int;
    begin
      with target as materialized (
        select c.id, c.company_id, c.open from integrations_connection c
        where c.company_id in (select unnest(array[t.id, t.agency_id]) from core_tenant t where t.id = company)
          and kind = any(c.triggers) and (since is null or greatest(c.created_at, c.triggers_at) <= since)
        order by c.id for share
      ), made as (
        insert into integrations_delivery (company_id, connection_id, trigger, lead_id, thing, occasion, is_test, state, held_at)
        select target.company_id, target.id, kind,
          case when s.thing like 'lead:%' then substr(s.thing, 6)::uuid end, case when s.thing like 'lead:%' then null else s.thing end, happened, test,
          case when target.open then 'pending' else 'held' end, case when target.open then null else now() end
        from target cross join unnest(things) with ordinality as s(thing, at)
        order by s.at, target.id
        on conflict (connection_id, subject, trigger, occasion, replay_no) do nothing
        returning state
      )
      select count(*) filter (where state = 'pending') into due from made;
      return due;
    end $$;
  `);
}
