import type { Knex } from 'knex';

/** Recognised visits without who it was, in weekly partitions: what back-tests judge other settings by. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table capture_recognition (
      at timestamptz not null,
      campaign_id int not null,
      -- Hashed under a key of the client, which is stored nowhere: the same person at two clients has nothing in common.
      person bigint not null,
      zip int not null,
      city int not null,
      state text not null check (length(state) in (0, 2)),
      -- Bits: an e-mail address 1, a phone number 2, a home address 4, on an exclusion list 8.
      has smallint not null
    ) partition by range (at);
    select core_tenant_table('capture_recognition');
    select core_owners_stated('capture_recognition');
    create index on capture_recognition (campaign_id, at);
    create table capture_recognition_rest partition of capture_recognition default;
    select core_isolate('capture_recognition_rest', 'company_id', 'agency_id', 'root_id');

    -- Makes the partitions of the coming weeks and drops those older than keep_days. The serving role may not create tables.
    create function capture_recognition_partitions(moment timestamptz, keep_days int) returns void language plpgsql security definer
      set search_path = pg_catalog, public set app.scope = 'platform' set timezone = 'UTC' as $$
    declare
      this_week int := floor(extract(epoch from moment) / 604800);
      last_kept int := floor(extract(epoch from moment - make_interval(days => keep_days)) / 604800);
      name text;
    begin
      for week in this_week - 1 .. this_week + 5 loop
        name := 'capture_recognition_w' || week;
        if to_regclass('public.' || name) is null then
          begin
            execute format('create table public.%I partition of capture_recognition for values from (%L) to (%L)', name,
              to_timestamp(week * 604800.0), to_timestamp((week + 1) * 604800.0));
            perform core_isolate(name::regclass, 'company_id', 'agency_id', 'root_id');
          exception when check_violation then null; -- visits of that week already lie in the rest
          end;
        end if;
      end loop;
      for name in select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = 'capture_recognition'::regclass and c.relname ~ '^capture_recognition_w[0-9]+$' and substr(c.relname, 22)::int < last_kept
      loop
        execute format('drop table public.%I', name);
      end loop;
      delete from capture_recognition_rest where at < to_timestamp(last_kept * 604800.0);
    end $$;
    select capture_recognition_partitions(now(), 31);
  `);
}
