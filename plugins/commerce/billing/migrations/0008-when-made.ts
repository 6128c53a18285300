import type { Knex } from 'knex';

const OWNERS = ['company', 'agency', 'root'];

/** Bills and credit notes are listed by when they were made, those of one moment by their numbers; what moved and was credited since a day is summed. */
export async function up(knex: Knex): Promise<void> {
  for (const owner of OWNERS)
    await knex.raw(`
      drop index billing_invoice_of_${owner};
      create index billing_invoice_of_${owner} on billing_invoice (${owner}_id, issued_at, number, id);
      create index billing_credit_of_${owner} on billing_credit (${owner}_id, made_at, number, id);
    `);
  await knex.raw(`
    create index billing_transaction_of_company on billing_transaction (company_id, made_at);
    create index billing_transaction_of_agency on billing_transaction (agency_id, made_at);
  `);
}
