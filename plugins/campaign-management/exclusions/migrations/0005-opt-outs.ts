import type { Knex } from 'knex';

/** People who opted out themselves, and those whom a deletion list of a state names. No company that keeps an exclusion list can take them off. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(TABLE);
  await knex.raw(SCREENING);
}

const TABLE = `
  create table exclusions_opt_out (
    id bigint generated always as identity primary key,
    -- Of an address both hashes stand here, for pages tell either; 'phone' is SHA-256 of the last ten digits.
    kind text not null check (kind in ('sha256', 'md5', 'phone')),
    hash bytea not null,
    source text not null check (source in ('person', 'drop')),
    created_at timestamptz not null default now(),
    check (octet_length(hash) = case kind when 'md5' then 16 else 32 end)
  );
  select core_tenant_table('exclusions_opt_out');
  -- Both may have asked for it, and each only takes back their own.
  create unique index exclusions_opt_out_once on exclusions_opt_out (company_id, hash, source);
  create index on exclusions_opt_out (company_id, id);
`;

const SCREENING = `
  -- The last ten digits of a telephone number, hashed; null where there are fewer.
  create function exclusions_phone_hash(phone text) returns bytea language sql immutable parallel safe as $$
    select case when length(regexp_replace(phone, '[^0-9]', '', 'g')) >= 10
      then sha256(right(regexp_replace(phone, '[^0-9]', '', 'g'), 10)::bytea) end
  $$;

  -- Every hash under which a candidate may stand on a list.
  create function exclusions_hashes(email text, email_hash bytea, key bytea, phone text) returns bytea[] language sql stable parallel safe as $$
    select array_remove(array[case when email <> '' then decode(md5(email), 'hex') end,
      case when email <> '' then sha256(convert_to(email, 'UTF8')) end, email_hash, key, exclusions_phone_hash(phone)], null)
  $$;

  -- Like exclusions_screen before it, with those who opted out, telephone numbers, and hashes where nobody knows the address.
  create function exclusions_screen(companies int[], emails text[], hashes bytea[], keys bytea[], phones text[]) returns setof int
    language sql stable security definer set search_path = pg_catalog, public set app.scope = 'platform' as $$
    select (c.at - 1)::int
    from unnest(companies, emails, hashes, keys, phones) with ordinality as c(company_id, email, hash, key, phone, at)
    join core_tenant t on t.id = c.company_id
    cross join lateral (select exclusions_hashes(c.email, c.hash, c.key, c.phone) as any_of) h
    where exists (select from exclusions_entry e where e.company_id in (t.id, t.agency_id, t.root_id) and e.hash = any(h.any_of))
      or exists (select from exclusions_opt_out o where o.company_id in (t.id, t.agency_id, t.root_id) and o.hash = any(h.any_of))
  $$;

  create or replace function exclusions_listed_at(companies int[], emails text[], moments timestamptz[])
    returns table (at int, list text, since timestamptz) language sql stable security definer
    set search_path = pg_catalog, public set app.scope = 'platform' as $$
    select (c.at - 1)::int, o.kind, e.created_at
    from unnest(companies, emails, moments) with ordinality as c(company_id, email, moment, at)
    join core_tenant t on t.id = c.company_id
    cross join lateral (select exclusions_hashes(c.email, null, null, null) as any_of) h
    cross join lateral (
      select e.company_id, e.created_at from exclusions_entry e
      where e.company_id in (t.id, t.agency_id, t.root_id) and e.created_at <= c.moment and e.hash = any(h.any_of)
      union all
      select p.company_id, p.created_at from exclusions_opt_out p
      where p.company_id in (t.id, t.agency_id, t.root_id) and p.created_at <= c.moment and p.hash = any(h.any_of)
      order by created_at limit 1) e
    join core_tenant o on o.id = e.company_id
    where c.email <> ''
  $$;
`;
