import type { Knex } from 'knex';

/** Records of a stretch of time without who it was, for those who try what they would look for. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Records of these keywords by local day and by what is known of the person, as bits in the order of LeadPerson: of each six bytes that tell
    -- people apart, as a number of eight bytes, and when it was in microseconds since the year 2000.
    create function intent_outlines(keyword_ids int[], places int[], since timestamptz, until timestamptz, zone text)
      returns table (day text, has int, records int, people bytea)
      language sql stable security definer set search_path = pg_catalog, public set app.scope = 'platform' set work_mem = '128MB' as $$
      select to_char(o.day, 'YYYY-MM-DD'), o.has, count(*)::int, string_agg('\\x0000'::bytea || o.person || o.at, ''::bytea)
      from (
        select (r.searched_at at time zone zone)::date as day, timestamptz_send(r.searched_at) as at, substr(p.person_key, 1, 6) as person,
          (p.first_name <> '')::int + (p.last_name <> '')::int * 2 + (p.email <> '')::int * 4 + (p.phone <> '')::int * 8 + (p.address <> '')::int * 16
            + (p.city <> '')::int * 32 + (p.state <> '')::int * 64 + (p.zip <> '')::int * 128 + (p.company <> '')::int * 256 as has
        from intent_record r join capture_person p on p.id = r.person_id
        where r.keyword_id = any(keyword_ids) and r.searched_at >= since and r.searched_at < until
          and (places is null or r.zip_id = any(places) or r.city_id = any(places) or r.state_id = any(places))) as o
      group by o.day, o.has
    $$;
  `);
}
