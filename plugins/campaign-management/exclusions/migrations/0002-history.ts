import type { Knex } from 'knex';

/** Whether somebody stood on a list already at a moment, asked by those who judge a lead afterwards. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Like exclusions_screen, with no more revealed than whose list it was and since when.
    create function exclusions_listed_at(companies int[], emails text[], moments timestamptz[])
      returns table (at int, list text, since timestamptz) language sql stable security definer
      set search_path = pg_catalog, public set app.scope = 'platform' as $$
      select (c.at - 1)::int, o.kind, e.created_at
      from unnest(companies, emails, moments) with ordinality as c(company_id, email, moment, at)
      join core_tenant t on t.id = c.company_id
      cross join lateral (
        select e.company_id, e.created_at from exclusions_entry e
        where e.company_id in (t.id, t.agency_id, t.root_id) and e.created_at <= c.moment
          and e.hash in (decode(md5(c.email), 'hex'), sha256(convert_to(c.email, 'UTF8')))
        order by e.created_at limit 1) e
      join core_tenant o on o.id = e.company_id
      where c.email <> ''
    $$`);
}
