import type { Knex } from 'knex';

/** The identity graph: people, and what they are recognised by. It belongs to the platform; tenants never read the tables. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table capture_person (
      id bigint generated always as identity primary key,
      person_key bytea not null unique check (length(person_key) = 32),
      first_name text not null default '',
      last_name text not null default '',
      email text not null default '',
      phone text not null default '',
      address text not null default '',
      city text not null default '',
      state text not null default '',
      zip text not null default '',
      company text not null default '',
      source text not null,
      changed_at timestamptz not null default now()
    );
    select core_platform_table('capture_person', false);

    -- Without a person: an address that several people share, or somebody about whom a supplier knew nothing at asked_at.
    -- No foreign key: the graph is loaded by the million, and an identity whose person is gone simply finds nobody.
    create table capture_identity (
      kind text not null check (kind in ('visitor', 'md5', 'sha256', 'ip')),
      value bytea not null,
      person_id bigint,
      asked_at timestamptz,
      primary key (kind, value)
    );
    select core_platform_table('capture_identity', false);

    -- The people behind some visits, found by what each visit may be recognised by, the surest first. The pipeline works behind
    -- an agency's RLS policies and reaches the graph only through these functions.
    create function capture_resolve(visits int[], ranks int[], kinds text[], identities bytea[])
      returns table (visit int, person_key bytea, first_name text, last_name text, email text, phone text, address text, city text,
        state text, zip text, company text)
      language sql stable security definer set search_path = pg_catalog, public set app.scope = 'platform' as $$
      select distinct on (w.visit) w.visit, p.person_key, p.first_name, p.last_name, p.email, p.phone, p.address, p.city, p.state, p.zip, p.company
      from unnest(visits, ranks, kinds, identities) as w (visit, rank, kind, value)
      join capture_identity i on i.kind = w.kind and i.value = w.value
      join capture_person p on p.id = i.person_id
      order by w.visit, w.rank
    $$;

    -- Which of the identities a supplier was asked about since, by position, so that nobody pays twice for the same silence.
    create function capture_asked(kinds text[], identities bytea[], since timestamptz) returns setof int
      language sql stable security definer set search_path = pg_catalog, public set app.scope = 'platform' as $$
      select w.n::int from unnest(kinds, identities) with ordinality as w (kind, value, n)
      join capture_identity i on i.kind = w.kind and i.value = w.value where i.asked_at > since
    $$;

    -- From now on these identities are these people; an unknown person (null key) notes only that a supplier was asked.
    create function capture_recognise(kinds text[], identities bytea[], person_keys bytea[], asked timestamptz) returns void
      language sql security definer set search_path = pg_catalog, public set app.scope = 'platform' as $$
      insert into capture_identity as i (kind, value, person_id, asked_at)
      select distinct on (w.kind, w.value) w.kind, w.value, p.id, asked
      from unnest(kinds, identities, person_keys) as w (kind, value, person_key)
      left join capture_person p on p.person_key = w.person_key
      order by w.kind, w.value
      on conflict (kind, value) do update set person_id = coalesce(excluded.person_id, i.person_id), asked_at = coalesce(excluded.asked_at, i.asked_at)
      where i.person_id is distinct from excluded.person_id or excluded.asked_at is not null
    $$;

    -- Adds people, or fills what was empty in those known before, with the hashes of their e-mail addresses.
    -- people: array of {person_key, md5, sha256 (hex), first_name, ...}.
    create function capture_add_people(people jsonb, source text) returns void
      language sql security definer set search_path = pg_catalog, public set app.scope = 'platform' as $$
      with given as (
        select distinct on (g.person_key) decode(g.person_key, 'hex') as person_key, g.md5, g.sha256, g.first_name, g.last_name, g.email, g.phone,
          g.address, g.city, g.state, g.zip, g.company
        from jsonb_to_recordset(people) as g (person_key text, md5 text, sha256 text, first_name text, last_name text, email text, phone text,
          address text, city text, state text, zip text, company text)
        order by g.person_key
      ), merged as (
        insert into capture_person as p (person_key, first_name, last_name, email, phone, address, city, state, zip, company, source)
        select g.person_key, g.first_name, g.last_name, g.email, g.phone, g.address, g.city, g.state, g.zip, g.company, capture_add_people.source from given g
        on conflict (person_key) do update set
          first_name = coalesce(nullif(p.first_name, ''), excluded.first_name), last_name = coalesce(nullif(p.last_name, ''), excluded.last_name),
          email = coalesce(nullif(p.email, ''), excluded.email), phone = coalesce(nullif(p.phone, ''), excluded.phone),
          address = coalesce(nullif(p.address, ''), excluded.address), city = coalesce(nullif(p.city, ''), excluded.city),
          state = coalesce(nullif(p.state, ''), excluded.state), zip = coalesce(nullif(p.zip, ''), excluded.zip),
          company = coalesce(nullif(p.company, ''), excluded.company), changed_at = now()
        returning p.id, p.person_key
      )
      insert into capture_identity (kind, value, person_id)
      select h.kind, decode(h.value, 'hex'), m.id
      from merged m join given g using (person_key) cross join lateral (values ('md5', g.md5), ('sha256', g.sha256)) as h (kind, value)
      where h.value <> ''
      on conflict (kind, value) do update set person_id = excluded.person_id
    $$;

    -- Which visitors are known to be whom their page says (is_known), and which of the others could be found by it (is_resolvable).
    create function capture_acquaintance(visitors bytea[], kinds text[], hashes bytea[]) returns table (n int, is_known boolean, is_resolvable boolean)
      language sql stable security definer set search_path = pg_catalog, public set app.scope = 'platform' as $$
      select w.n::int, v.person_id is not null and (w.hash is null or h.person_id = v.person_id), h.person_id is not null
      from unnest(visitors, kinds, hashes) with ordinality as w (visitor, kind, hash, n)
      left join capture_identity v on v.kind = 'visitor' and v.value = w.visitor
      left join capture_identity h on h.kind = w.kind and h.value = w.hash
    $$;
  `);
}
