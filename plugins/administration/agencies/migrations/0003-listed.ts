import type { Knex } from 'knex';

/** The list of agencies is read from the index alone: it holds what row-level security and a search look at too. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index agencies_profile_root_id_company_id_idx;
    create index agencies_profile_listed on agencies_profile (root_id, company_id) include (agency_id, phone);
  `);
}
