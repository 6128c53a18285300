import type { Knex } from 'knex';

/** Which removed companies were erased and when. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table companies_erasure (erased_at timestamptz not null);
    select core_tenant_table('companies_erasure');
    alter table companies_erasure add primary key (company_id);

    -- A client cannot see its agency's row, yet stands under its name.
    create function companies_brand_name(agency int) returns text language sql stable security definer
      set search_path = pg_catalog, public set app.scope = 'platform' as
      $$ select name from core_tenant where id = agency
           and exists (select 1 from core_tenant own where own.id = core_tenant_id() and own.agency_id = agency) $$;
  `);
}
