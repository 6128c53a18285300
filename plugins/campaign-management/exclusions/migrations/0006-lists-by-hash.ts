import type { Knex } from 'knex';

/**
 * Whether somebody stands on one of three lists is asked by up to four hashes. With the hash first in the index it is one look for each hash, whatever
 * the number of lists, and not one for each hash and list.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create unique index exclusions_entry_by_hash on exclusions_entry (hash, company_id);
    drop index exclusions_entry_once;
    create unique index exclusions_opt_out_by_hash on exclusions_opt_out (hash, company_id, source);
    drop index exclusions_opt_out_once;

    create or replace function exclusions_screen(companies int[], emails text[], hashes bytea[], keys bytea[], phones text[]) returns setof int
      language sql stable security definer set search_path = pg_catalog, public set app.scope = 'platform' as $$
      select (c.at - 1)::int
      from unnest(companies, emails, hashes, keys, phones) with ordinality as c(company_id, email, hash, key, phone, at)
      join core_tenant t on t.id = c.company_id
      -- "offset" keeps the hashes from being made once for each list that is looked at.
      cross join lateral (select exclusions_hashes(c.email, c.hash, c.key, c.phone) as any_of offset 0) h
      where exists (select from exclusions_entry e where e.company_id in (t.id, t.agency_id, t.root_id) and e.hash = any(h.any_of))
        or exists (select from exclusions_opt_out o where o.company_id in (t.id, t.agency_id, t.root_id) and o.hash = any(h.any_of))
    $$;
  `);
}
