import type { Knex } from 'knex';

/** Whose customer a company is: the one name that it may know of what stands above it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create function white_label_parent_name() returns text language sql stable security definer
      set search_path = pg_catalog, public set app.scope = 'platform' as
      $$ select above.name from core_tenant own join core_tenant above on above.id = own.parent_id where own.id = core_tenant_id() $$;
  `);
}
