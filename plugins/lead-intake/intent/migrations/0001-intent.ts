import type { Knex } from 'knex';

/** Records of intent and how many people they are of. They belong to the platform; tenants never read the tables. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(RECORDS);
  await knex.raw(TALLIES);
  await knex.raw(FORGETTING);
  await knex.raw(READING);
}

const RECORDS = `
  create extension if not exists pg_trgm;
  create function intent_words(keyword text) returns text[] language sql immutable parallel safe as $$
    select array_remove(regexp_split_to_array(keyword, '[^[:alnum:]]+'), '')
  $$;

  create table intent_keyword (
    id int generated always as identity primary key,
    keyword text not null unique check (length(keyword) between 2 and 120),
    words text[] not null generated always as (intent_words(keyword)) stored
  );
  create index on intent_keyword using gin (words);
  create index on intent_keyword using gin (keyword gin_trgm_ops);
  select core_platform_table('intent_keyword', false);

  -- Somebody was looking for a keyword. Where: the numbers of places; 0 where nobody knows. Records keep all three, so that a city which
  -- gets another zip code later changes nothing of what was counted.
  create table intent_record (
    -- Grows from one import to the next, and within one; imports never run side by side, so who read up to a number has seen all below it.
    position bigint not null,
    person_id bigint not null,
    searched_at timestamptz not null,
    keyword_id int not null,
    state_id int not null,
    city_id int not null,
    zip_id int not null,
    primary key (keyword_id, position)
  );
  create sequence intent_position;
  -- The same record again is no other record. Also answers who was in a city or zip code without a look at the table.
  create unique index intent_record_once on intent_record (keyword_id, city_id, zip_id, person_id, state_id, searched_at);
  create index on intent_record (person_id, keyword_id);
  create index on intent_record using brin (searched_at);
  select core_platform_table('intent_record', false);

  create table intent_import (
    id int generated always as identity primary key,
    records bigint not null,
    last_position bigint not null,
    finished_at timestamptz not null default now()
  );
  select core_platform_table('intent_import', false);
`;

/*
 * How many different people looked for a keyword within any set of places, without looking at all of them: somebody all of whose records for it
 * lie within one state adds one to the tally of that state, and the same goes for large cities. Sums over places that do not overlap count
 * these people once. Whoever was met in several places of a kind is in no tally of it, but a row for each place (a wanderer). There are few, and
 * these are counted one by one, with the people of small cities and zip codes.
 */
const TALLIES = `
  -- Cities that have a tally: with fewer zip codes there are too few people to be worth one.
  create table intent_large_city (city_id int primary key);
  insert into intent_large_city select id from places_place where kind = 'city' and zips >= 8;
  select core_platform_table('intent_large_city', false);

  -- People all of whose records for the keyword lie within the state or large city; place 0 is everywhere.
  create table intent_tally (keyword_id int not null, place_id int not null, people int not null, primary key (keyword_id, place_id));
  select core_platform_table('intent_tally', false);

  -- People with records for the keyword within the place, and with others elsewhere.
  create table intent_wanderer (keyword_id int not null, place_id int not null, person_id bigint not null, primary key (keyword_id, place_id, person_id));
  select core_platform_table('intent_wanderer', false);

  -- Whose records for which keywords are about to change. Whoever writes holds the lock on it to the end of the transaction.
  create unlogged table intent_touched (keyword_id int not null, person_id bigint not null);
  select core_platform_table('intent_touched', false);

  -- Counts what the touched people's records are now: sign 1 adds it to the tallies, -1 takes it off.
  create function intent_count_touched(sign int) returns void language plpgsql as $$
  begin
    analyze intent_touched;
    with pair as materialized (
      select r.keyword_id, r.person_id,
        case when min(r.state_id) = max(r.state_id) then min(r.state_id) end as state_id,
        case when min(r.city_id) = max(r.city_id) then min(r.city_id) end as city_id
      from intent_record r join intent_touched t using (keyword_id, person_id) group by 1, 2
    ), settled as (
      select p.keyword_id, p.state_id, c.city_id, count(*) as people from pair p left join intent_large_city c using (city_id) group by 1, 2, 3
    ), tallied as (
      insert into intent_tally (keyword_id, place_id, people)
      select s.keyword_id, w.place_id, sign * sum(s.people) from settled s
        cross join lateral (values (0), (nullif(s.state_id, 0)), (s.city_id)) as w (place_id)
      where w.place_id is not null group by 1, 2 order by 1, 2
      on conflict (keyword_id, place_id) do update set people = intent_tally.people + excluded.people
    ), wandering as (
      select r.keyword_id, r.state_id as place_id, r.person_id from pair p join intent_record r using (keyword_id, person_id)
      where p.state_id is null and r.state_id <> 0
      union
      select r.keyword_id, r.city_id, r.person_id from pair p join intent_record r using (keyword_id, person_id)
        join intent_large_city c on c.city_id = r.city_id
      where p.city_id is null
    ), left_out as (
      delete from intent_wanderer g using wandering w
      where sign = -1 and g.keyword_id = w.keyword_id and g.place_id = w.place_id and g.person_id = w.person_id
    )
    insert into intent_wanderer (keyword_id, place_id, person_id) select * from wandering where sign = 1 order by 1, 2, 3;
  end $$;
`;

const FORGETTING = `
  -- Whoever is gone from the identity graph has no records.
  create function intent_forget() returns trigger language plpgsql security definer set search_path = pg_catalog, public set app.scope = 'platform' as $$
  begin
    if not exists (select from gone join intent_record r on r.person_id = gone.id) then return null; end if;
    lock table intent_touched in access exclusive mode;
    insert into intent_touched select distinct r.keyword_id, r.person_id from gone join intent_record r on r.person_id = gone.id;
    perform intent_count_touched(-1);
    delete from intent_record r using gone where r.person_id = gone.id;
    truncate intent_touched;
    return null;
  end $$;
  create trigger intent_forget after delete on capture_person referencing old table as gone for each statement execute function intent_forget();

  -- Removes up to so many records from before the time; answers how many. None while an import goes on: the next time is soon enough.
  create function intent_purge(before timestamptz, most int) returns int
    language plpgsql security definer set search_path = pg_catalog, public set app.scope = 'platform' as $$
  declare old tid[];
  begin
    begin
      lock table intent_touched in access exclusive mode nowait;
    exception when lock_not_available then return 0;
    end;
    old := array(select r.ctid from intent_record r where r.searched_at < before limit most);
    if cardinality(old) = 0 then return 0; end if;
    insert into intent_touched select distinct r.keyword_id, r.person_id from intent_record r where r.ctid = any(old);
    perform intent_count_touched(-1);
    delete from intent_record r where r.ctid = any(old);
    perform intent_count_touched(1);
    truncate intent_touched;
    return cardinality(old);
  end $$;
`;

// Plugins work within a company and reach the platform's records only through these.
const READING = `
  -- People of each keyword, by position: wherever they are, and within states, cities and zip codes that do not overlap. Planned once, for
  -- planning it takes longer than answering.
  create function intent_counts(keywords text[], states int[], cities int[], zips int[], zip_cities int[]) returns table (n int, people bigint, inside bigint)
    language plpgsql stable security definer set search_path = pg_catalog, public set app.scope = 'platform' set plan_cache_mode = 'force_generic_plan' as $$
  begin return query
    with place as (
      select array(select l.city_id from intent_large_city l where l.city_id = any(cities)) || states as tallied,
        array(select c from unnest(cities) c where not exists (select from intent_large_city l where l.city_id = c)) as small
    )
    select w.n::int, coalesce(every.people, 0)::bigint,
      coalesce((select sum(t.people) from intent_tally t where t.keyword_id = k.id and t.place_id = any(place.tallied)), 0)
        + (select count(distinct one.person_id) from (
            select g.person_id from intent_wanderer g where g.keyword_id = k.id and g.place_id = any(place.tallied)
            union all
            select r.person_id from intent_record r where r.keyword_id = k.id and r.city_id = any(place.small)
            union all
            select r.person_id from unnest(zips, zip_cities) as z (zip_id, city_id)
              join intent_record r on r.keyword_id = k.id and r.city_id = z.city_id and r.zip_id = z.zip_id) one)::bigint
    from unnest(keywords) with ordinality as w (keyword, n) cross join place
    left join intent_keyword k on k.keyword = w.keyword
    left join intent_tally every on every.keyword_id = k.id and every.place_id = 0
  ; end $$;

  -- Keywords that are one of these or hold all words of a contextual one, without those that hold all words of a stop word.
  create function intent_matching(keywords text[], contextual text[], stop_words text[]) returns int[]
    language sql stable security definer set search_path = pg_catalog, public set app.scope = 'platform' as $$
    select array(
      select id from (
        select k.id, k.words from intent_keyword k where k.keyword = any(keywords)
        union
        select k.id, k.words from unnest(contextual) c join intent_keyword k on k.words @> intent_words(c) and intent_words(c) <> '{}'
      ) as matching
      where not exists (select from unnest(stop_words) s where matching.words @> intent_words(s) and intent_words(s) <> '{}') order by id)
  $$;

  -- Different people of any of these keywords, within any of the places; null places: wherever they are.
  create function intent_people(keyword_ids int[], places int[]) returns bigint
    language sql stable security definer set search_path = pg_catalog, public set app.scope = 'platform' as $$
    select count(*) from (
      select distinct r.person_id from intent_record r where r.keyword_id = any(keyword_ids)
        and (places is null or r.zip_id = any(places) or r.city_id = any(places) or r.state_id = any(places))) as people
  $$;

  -- The next records of these keywords behind a position; those outside of the places tell how far one has come and nothing else.
  create function intent_read(keyword_ids int[], places int[], behind bigint, most int)
    returns table (pos bigint, keyword text, searched_at timestamptz, person_key bytea, first_name text, last_name text, email text, phone text,
      address text, city text, state text, zip text, company text)
    language sql stable security definer set search_path = pg_catalog, public set app.scope = 'platform' as $$
    with next as (
      select r.* from unnest(keyword_ids) as w (id) cross join lateral (
        select * from intent_record r where r.keyword_id = w.id and r.position > behind order by r.position limit most) r
      order by r.position limit most
    )
    select n.position, k.keyword, n.searched_at, p.person_key, p.first_name, p.last_name, p.email, p.phone, p.address, p.city, p.state, p.zip, p.company
    from next n join intent_keyword k on k.id = n.keyword_id
    left join capture_person p on p.id = n.person_id
      and (places is null or n.zip_id = any(places) or n.city_id = any(places) or n.state_id = any(places))
    order by n.position
  $$;

  -- Keywords in which a word begins so, those that begin so themselves first, the most searched ones first.
  create function intent_suggest(typed text, most int) returns table (keyword text, people int)
    language sql stable security definer set search_path = pg_catalog, public set app.scope = 'platform' as $$
    select k.keyword, t.people from intent_keyword k join intent_tally t on t.keyword_id = k.id and t.place_id = 0
    where (k.keyword like typed || '%' or k.keyword like '% ' || typed || '%') and t.people > 0
    order by k.keyword like typed || '%' desc, t.people desc, k.keyword limit most
  $$;

  -- The last import: when it was done, and the last position.
  create function intent_state() returns table (finished_at timestamptz, last_position bigint)
    language sql stable security definer set search_path = pg_catalog, public set app.scope = 'platform' as $$
    select max(i.finished_at), max(i.last_position) from intent_import i
  $$;
`;
