import type { Knex } from 'knex';

/** Which clients have somewhere for their leads to go; a client asks this too, who does not see the connections of its agency. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create function integrations_with_destination(clients int[]) returns setof int language sql stable security definer
      set search_path = pg_catalog, public set app.scope = 'platform' as $$
      select t.id from core_tenant t
      where t.id = any(clients) and exists (
        select from integrations_connection c where c.company_id in (t.id, t.agency_id) and c.open
      )
    $$;
  `);
}
