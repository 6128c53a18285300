import type { Knex } from 'knex';

/** Leads that cannot be sent now are held for a person's decision, and a connection says why it does not work. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table integrations_connection drop constraint integrations_connection_state_check,
      add constraint integrations_connection_state_check
        check (state in ('untested', 'ok', 'failing', 'reauthorise', 'held', 'disabled')),
      alter column state set default 'untested',
      -- Calls without an answer, and leads refused, since the last success.
      add column failures int not null default 0,
      add column refused int not null default 0,
      -- Moves when a person changes or repairs the connection: a call begun before says nothing of it any more.
      add column revision int not null default 0,
      -- When its owner was told that it does not work; a success ends the episode.
      add column told_at timestamptz,
      add column expiry_told_at timestamptz;
    -- Open: what is due is sent. The others keep their leads until a person has put them right.
    alter table integrations_connection
      add column open boolean not null generated always as (enabled and state in ('untested', 'ok', 'failing')) stored;

    alter table integrations_delivery drop constraint integrations_delivery_state_check;
    alter table integrations_delivery
      add column held_at timestamptz,
      -- A test has no lead.
      alter column lead_id drop not null;
    update integrations_delivery set state = 'held' where state = 'dead' or (state = 'skipped' and response = 'integrations.log.connector-gone');
    update integrations_delivery d set state = 'held' from integrations_connection c
      where c.id = d.connection_id and not c.open and d.state in ('pending', 'failed');
    update integrations_delivery set held_at = now(), finished_at = null where state = 'held';
    alter table integrations_delivery
      add constraint integrations_delivery_state_check
        check (state in ('pending', 'delivered', 'failed', 'held', 'rejected', 'discarded', 'skipped')),
      add constraint integrations_delivery_held_check check (state <> 'held' or held_at is not null);
    create index integrations_delivery_held on integrations_delivery (connection_id, held_at) where state = 'held';

    -- The lock lets a change of the connection finish first, so that no lead is queued for one that has just closed.
    create or replace function integrations_fan_out(client int, leads uuid[], test boolean) returns int language plpgsql security definer
      set search_path = pg_catalog, public set app.scope = 'platform' as $$
    declare due int;
    begin
      with target as materialized (
        select c.id, c.company_id, c.open from integrations_connection c
        where c.company_id in (select unnest(array[t.id, t.agency_id]) from core_tenant t where t.id = client)
        order by c.id for share
      ), made as (
        insert into integrations_delivery (company_id, connection_id, lead_id, is_test, state, held_at)
        select target.company_id, target.id, l.id, test,
          case when target.open then 'pending' else 'held' end, case when target.open then null else now() end
        from target cross join unnest(leads) with ordinality as l(id, at)
        order by l.at, target.id
        on conflict (connection_id, lead_id, replay_no) do nothing
        returning state
      )
      select count(*) filter (where state = 'pending') into due from made;
      return due;
    end $$;
  `);
}
