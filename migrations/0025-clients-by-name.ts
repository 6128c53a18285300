import type { Knex } from 'knex';

/** Companies in the order of their names, those that were removed as well: what they had is still listed by them. */
export async function up(knex: Knex): Promise<void> {
  for (const [above, other] of [
    ['agency_id', 'root_id'],
    ['root_id', 'agency_id'],
  ])
    await knex.raw(`
      drop index core_tenant_named_${above};
      create index core_tenant_named_${above} on core_tenant (${above}, kind, name_key, id) include (${other}, name, removed_at)`);
}
