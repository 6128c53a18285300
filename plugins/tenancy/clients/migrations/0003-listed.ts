import type { Knex } from 'knex';

/** The list of an agency's clients is read from the index alone: it holds what row-level security and a search look at too. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index clients_profile_agency_id_company_id_idx;
    create index clients_profile_listed on clients_profile (agency_id, company_id) include (root_id, phone);
  `);
}
