import type { Knex } from 'knex';

/** Records that come over HTTP: merging them in portions, and how the supplier is doing. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(MERGING);
  await knex.raw(SUPPLIER);
}

const MERGING = `
  -- Adds the records of a table (person_id, keyword, state_id, city_id, zip_id, searched_at) that are not there yet; answers how many. Whoever
  -- calls holds the lock on intent_touched: one import at a time, and no purge meanwhile; whoever reads goes on.
  create function intent_merge(source regclass) returns bigint language plpgsql as $$
  declare added bigint;
  begin
    execute format('insert into intent_keyword (keyword) select distinct keyword from %s f
      where not exists (select from intent_keyword k where k.keyword = f.keyword) order by 1', source);
    execute format('create temp table intent_new on commit drop as
      select distinct k.id as keyword_id, f.person_id, f.zip_id, f.state_id, f.city_id, f.searched_at
      from %s f join intent_keyword k using (keyword)
      where not exists (select from intent_record r where r.keyword_id = k.id and r.person_id = f.person_id and r.city_id = f.city_id
        and r.zip_id = f.zip_id and r.state_id = f.state_id and r.searched_at = f.searched_at)', source);
    analyze intent_new;
    -- Who was met for the keyword in the same place before counts as before.
    insert into intent_touched select distinct n.keyword_id, n.person_id from intent_new n
      where not exists (select from intent_record r where r.keyword_id = n.keyword_id and r.person_id = n.person_id
        and r.state_id = n.state_id and r.city_id = n.city_id);
    perform intent_count_touched(-1);
    -- In the order of the widest index, so that it is filled from one end to the other.
    insert into intent_record (position, keyword_id, person_id, state_id, city_id, zip_id, searched_at)
      select nextval('intent_position'), n.* from (
        select keyword_id, person_id, state_id, city_id, zip_id, searched_at from intent_new
        order by keyword_id, city_id, zip_id, person_id, searched_at) n;
    get diagnostics added = row_count;
    perform intent_count_touched(1);
    truncate intent_touched;
    drop table intent_new;
    if added > 0 then
      insert into intent_import (records, last_position, finished_at) select added, last_value, clock_timestamp() from intent_position;
    end if;
    return added;
  end $$;

  -- The same for records as they are sent, each with the hash of an e-mail address (mark_kind, mark) or the key of somebody known by a phone
  -- number (person_key), both in hex. Answers null while another import goes on: nothing was added then.
  create function intent_add(records jsonb) returns table (added bigint, known bigint, unknown bigint, misplaced bigint)
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp set app.scope = 'platform' as $$
  declare placed bigint; matched bigint; fresh bigint;
  begin
    begin
      lock table intent_touched in access exclusive mode nowait;
    exception when lock_not_available then return;
    end;
    create temp table intent_placed on commit drop as
      select r.mark_kind, decode(r.mark, 'hex') as mark, decode(r.person_key, 'hex') as person_key, r.keyword, r.searched_at,
        coalesce(z.id, 0) as zip_id, coalesce(z.city_id, 0) as city_id, coalesce(s.id, 0) as state_id
      from jsonb_to_recordset(records) as r (mark_kind text, mark text, person_key text, keyword text, state text, zip text, searched_at timestamptz)
      left join places_place z on z.id = nullif(r.zip, '')::int and z.kind = 'zip'
      left join places_place s on s.kind = 'state' and s.state = coalesce(z.state, r.state)
      where (r.zip = '' or z.id is not null) and (r.state = '' or s.state = r.state);
    create temp table intent_found on commit drop as
      select p.id as person_id, r.keyword, r.state_id, r.city_id, r.zip_id, r.searched_at
      from intent_placed r join capture_identity i on i.kind = r.mark_kind and i.value = r.mark join capture_person p on p.id = i.person_id
      union all
      select p.id, r.keyword, r.state_id, r.city_id, r.zip_id, r.searched_at
      from intent_placed r join capture_person p on p.person_key = r.person_key where r.mark is null;
    placed := (select count(*) from intent_placed);
    matched := (select count(*) from intent_found);
    fresh := intent_merge('pg_temp.intent_found');
    drop table intent_placed, intent_found;
    return query select fresh, matched - fresh, placed - matched, jsonb_array_length(records) - placed;
  end $$;
`;

const SUPPLIER = `
  -- One row of the root while the supplier is on: when it is asked next, from where it goes on, and how it did.
  create table intent_supplier (
    next_at timestamptz not null default now(),
    -- As the supplier named it; empty before the first answer.
    cursor text not null default '',
    failures int not null default 0,
    asked_at timestamptz,
    answered_at timestamptz,
    -- Why the last try brought nothing; null: it did.
    problem text
  );
  select core_tenant_table('intent_supplier');
  alter table intent_supplier add primary key (company_id);
  create index on intent_supplier (next_at);

  -- What came of its answers, by UTC day.
  create table intent_supplier_day (
    day date not null,
    received bigint not null default 0,
    added bigint not null default 0,
    known bigint not null default 0,
    unknown bigint not null default 0,
    rejected bigint not null default 0
  );
  select core_tenant_table('intent_supplier_day');
  alter table intent_supplier_day add primary key (company_id, day);
`;
