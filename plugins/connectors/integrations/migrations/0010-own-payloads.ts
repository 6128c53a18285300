import type { Knex } from 'knex';

/** Payloads that companies write themselves, secrets that are replaced one after the other, and records that are the same as earlier ones. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table integrations_connection
      -- The payload as its company wrote it; null: as the connector makes it.
      add column template text check (length(template) <= 20000),
      -- Until then values that the platform made before are used beside the new ones.
      add column replaced_until timestamptz;
    -- Hash of what makes a record the same as others, of one that has arrived.
    alter table integrations_delivery add column same bytea;
    create index on integrations_delivery (company_id, connection_id, same) where same is not null;

    create or replace function integrations_forget_leads(company int, leads uuid[]) returns int language sql security definer
      set search_path = pg_catalog, public set app.scope = 'platform' as $$
      with gone as (
        update integrations_delivery d set response = '', same = null,
          state = case when d.state in ('pending', 'failed', 'held') then 'discarded' else d.state end,
          finished_at = coalesce(d.finished_at, now())
        from core_tenant t
        where t.id = company and d.lead_id = any(leads)
          and d.company_id in (select o.id from core_tenant o where o.agency_id = t.agency_id)
          and (d.response <> '' or d.same is not null or d.state in ('pending', 'failed', 'held'))
        returning 1
      )
      select count(*)::int from gone
    $$;
  `);
}
