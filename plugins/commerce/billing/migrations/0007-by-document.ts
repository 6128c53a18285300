import type { Knex } from 'knex';

/** What stands on a document is looked up by the document alone. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index on billing_line (invoice_id) where invoice_id is not null;
    create index on billing_tax_line (document_id);
    create index on billing_transaction (invoice_id);
    create index on billing_credit (invoice_id) where invoice_id is not null;
    drop index billing_tax_line_company_id_document_id_idx;
    drop index billing_transaction_company_id_invoice_id_idx;
    drop index billing_credit_company_id_invoice_id_idx;
    drop index billing_line_company_id_invoice_id_idx;
    create index billing_line_waiting on billing_line (company_id) where invoice_id is null;
  `);
}
