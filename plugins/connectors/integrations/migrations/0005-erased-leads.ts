import type { Knex } from 'knex';

/** What other systems answered about leads whose people are erased goes, and what waits is not sent. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Also at the connections of the client's agency, which a client does not see. Names leads of the given client or agency alone; reveals how many deliveries there were.
    create function integrations_forget_leads(company int, leads uuid[]) returns int language sql security definer
      set search_path = pg_catalog, public set app.scope = 'platform' as $$
      with gone as (
        update integrations_delivery d set response = '',
          state = case when d.state in ('pending', 'failed', 'held') then 'discarded' else d.state end,
          finished_at = coalesce(d.finished_at, now())
        from core_tenant t
        where t.id = company and d.lead_id = any(leads)
          and d.company_id in (select o.id from core_tenant o where o.agency_id = t.agency_id)
          and (d.response <> '' or d.state in ('pending', 'failed', 'held'))
        returning 1
      )
      select count(*)::int from gone
    $$;
  `);
}
