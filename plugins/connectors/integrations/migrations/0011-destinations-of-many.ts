import type { Knex } from 'knex';

/**
 * Which clients have somewhere for their leads to go: connections are looked for of all of them and of their agencies at once, because an agency
 * with thousands of clients asks this on its home screen.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create or replace function integrations_with_destination(clients int[]) returns setof int language sql stable security definer
      set search_path = pg_catalog, public set app.scope = 'platform' as $$
      with taking as materialized (
        select distinct c.company_id as id from integrations_connection c where c.open and 'lead.created' = any(c.triggers)
          and c.company_id = any(clients || array(select distinct t.agency_id from core_tenant t where t.id = any(clients)))
      )
      select t.id from core_tenant t where t.id = any(clients) and (t.id in (select id from taking) or t.agency_id in (select id from taking))
    $$;
  `);
}
