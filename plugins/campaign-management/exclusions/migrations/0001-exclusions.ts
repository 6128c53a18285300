import type { Knex } from 'knex';

/** Hashes of people who must not become leads, and the uploads that bring them. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table exclusions_entry (
      id bigint generated always as identity primary key,
      kind text not null check (kind in ('md5', 'sha256')),
      hash bytea not null,
      -- What lists show of an address, e.g. j***@example.com; empty where only the hash was given.
      masked text not null default '',
      source text not null check (source in ('single', 'upload')),
      added_by int references core_account(id) on delete set null,
      created_at timestamptz not null default now(),
      check (octet_length(hash) = case kind when 'md5' then 16 else 32 end)
    );
    select core_tenant_table('exclusions_entry');
    -- Serves the screening too: three lists times two hashes are six probes for a candidate.
    create unique index exclusions_entry_once on exclusions_entry (company_id, hash);
    create index on exclusions_entry (company_id, id);

    -- An accepted file, merged slice by slice. The arrays are emptied when the last line is in.
    create table exclusions_upload (
      id uuid primary key default gen_random_uuid(),
      filename text not null,
      hashes bytea[] not null,
      masked text[] not null,
      current_row int not null default 0,
      total_row int not null,
      added_count int not null default 0,
      added_by int references core_account(id) on delete set null,
      created_at timestamptz not null default now(),
      finished_at timestamptz
    );
    select core_tenant_table('exclusions_upload');
    create index on exclusions_upload (company_id, created_at desc);
    create index on exclusions_upload (agency_id) where finished_at is null;

    -- The pipeline runs under an agency's RLS policies and cannot see the root's list. This looks at all three lists and
    -- reveals nothing but which of the given candidates stand on one.
    create function exclusions_screen(companies int[], emails text[]) returns setof int language sql stable security definer
      set search_path = pg_catalog, public set app.scope = 'platform' as $$
      select (c.at - 1)::int
      from unnest(companies, emails) with ordinality as c(company_id, email, at)
      join core_tenant t on t.id = c.company_id
      where c.email <> '' and exists (
        select from exclusions_entry e
        where e.company_id in (t.id, t.agency_id, t.root_id)
          and e.hash in (decode(md5(c.email), 'hex'), sha256(convert_to(c.email, 'UTF8'))))
    $$;
  `);
}
