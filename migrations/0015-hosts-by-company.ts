import type { Knex } from 'knex';

/** Links ask for the hosts of a company and its root. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('create index core_host_company on core_host (tenant_id)');
}
