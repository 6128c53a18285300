import type { Knex } from 'knex';

/** Where a lead was sent is looked up by its id: an agency's deliveries are those of all its clients. What hangs on a connection goes with it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index integrations_delivery_company_id_lead_id_state_idx;
    create index on integrations_delivery (lead_id, company_id, state) where lead_id is not null;
    create index on integrations_backfill (connection_id);
    create index on integrations_authorization (connection_id);
  `);
}
