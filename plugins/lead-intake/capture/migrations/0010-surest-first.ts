import type { Knex } from 'knex';

/** What a visit may be recognised by is looked up the surest first, and the rest only where that finds nobody. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    drop function capture_resolve(int[], int[], text[], bytea[]);
    -- The people behind some visits, by position; "others" is the network address where it may be asked as well, else null.
    create function capture_resolve(kinds text[], identities bytea[], others bytea[])
      returns table (visit int, person_key bytea, first_name text, last_name text, email text, phone text, address text, city text,
        state text, zip text, company text)
      language sql stable security definer set search_path = pg_catalog, public set app.scope = 'platform' as $$
      select w.n::int - 1, p.person_key, p.first_name, p.last_name, p.email, p.phone, p.address, p.city, p.state, p.zip, p.company
      from unnest(kinds, identities, others) with ordinality as w (kind, value, other, n)
      cross join lateral (select coalesce(
        (select q.id from capture_identity i join capture_person q on q.id = i.person_id where i.kind = w.kind and i.value = w.value),
        (select q.id from capture_identity i join capture_person q on q.id = i.person_id where i.kind = 'ip' and i.value = w.other)) as id) found
      join capture_person p on p.id = found.id
    $$;
  `);
}
