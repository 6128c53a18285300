import type { Knex } from 'knex';

/** Lists of companies show, search and sort by the oldest account of each: the index holds all that they and row-level security look at. */
export async function up(knex: Knex): Promise<void> {
  for (const [above, other] of [
    ['agency_id', 'root_id'],
    ['root_id', 'agency_id'],
  ])
    await knex.raw(`
      create index core_account_oldest_${above} on core_account (${above}, company_id, id)
        include (${other}, name, email, status) where removed_at is null`);
}
