import type { Knex } from 'knex';

/** Credit notes are listed by when they were made, and what moved and was credited since a day is summed. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index billing_credit_of_company on billing_credit (company_id, made_at, id);
    create index billing_credit_of_agency on billing_credit (agency_id, made_at, id);
    create index billing_credit_of_root on billing_credit (root_id, made_at, id);
    create index billing_transaction_of_company on billing_transaction (company_id, made_at);
    create index billing_transaction_of_agency on billing_transaction (agency_id, made_at);
    create index billing_transaction_of_root on billing_transaction (root_id, made_at);
  `);
}
