import type { Knex } from 'knex';

/**
 * Lists of campaigns in each of their orders. The first index also holds all that row-level security, the usual filters and a search look at, so
 * that counting and searching read nothing else.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter table campaigns_campaign add column name_key text collate "C" generated always as (lower(name)) stored`);
  for (const owner of ['company_id', 'agency_id', 'root_id']) {
    const others = ['company_id', 'agency_id', 'root_id'].filter((column) => column !== owner);
    await knex.raw(`
      create index on campaigns_campaign (${owner}, name_key, id) include (status, product, created_at, ${others.join(', ')}) where status <> 'removed';
      create index on campaigns_campaign (${owner}, created_at, id) where status <> 'removed';
      create index on campaigns_campaign (${owner}, status, id) where status <> 'removed';`);
  }
}
