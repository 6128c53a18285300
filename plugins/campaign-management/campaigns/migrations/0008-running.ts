import type { Knex } from 'knex';

/** What agencies with thousands of running campaigns ask of all of them at once stands in the index: what they lack, and which have a limit. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index campaigns_running;
    create index campaigns_running on campaigns_campaign (agency_id, company_id)
      include (id, root_id, product, report_type, name, name_key) where status = 'active';
    create index campaigns_limited on campaigns_campaign (agency_id, company_id)
      where status = 'active' and (lead_limit > 0 or cost_limit_cents > 0);
  `);
}
