import type { Knex } from 'knex';

/** Leads are looked up by their ids alone, whosever they are: each page of leads read all cases there are. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table warranty_lead drop constraint warranty_lead_pkey;
    alter table warranty_lead add primary key (lead_id, company_id);
    drop index warranty_case_once;
    create unique index warranty_case_once on warranty_case (lead_id, company_id);
  `);
}
