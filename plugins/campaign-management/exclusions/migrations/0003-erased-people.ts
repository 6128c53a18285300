import type { Knex } from 'knex';

/** People who were erased stay on the list, also those without an e-mail address: by the key that tells people from each other. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table exclusions_entry
      drop constraint exclusions_entry_kind_check,
      add constraint exclusions_entry_kind_check check (kind in ('md5', 'sha256', 'person')),
      drop constraint exclusions_entry_source_check,
      add constraint exclusions_entry_source_check check (source in ('single', 'upload', 'erasure'));

    -- Like exclusions_screen of addresses alone; keys are null where nobody knows one.
    create function exclusions_screen(companies int[], emails text[], keys bytea[]) returns setof int language sql stable security definer
      set search_path = pg_catalog, public set app.scope = 'platform' as $$
      select (c.at - 1)::int
      from unnest(companies, emails, keys) with ordinality as c(company_id, email, key, at)
      join core_tenant t on t.id = c.company_id
      where exists (
        select from exclusions_entry e
        where e.company_id in (t.id, t.agency_id, t.root_id)
          and e.hash = any(array[case when c.email <> '' then decode(md5(c.email), 'hex') end,
            case when c.email <> '' then sha256(convert_to(c.email, 'UTF8')) end, c.key]))
    $$;
  `);
}
