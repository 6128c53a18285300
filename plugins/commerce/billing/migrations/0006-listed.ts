import type { Knex } from 'knex';

/** Bills are listed by when they were issued, those of one moment by id: for a client, an agency and the platform. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index billing_invoice_company_id_issued_at_idx;
    drop index billing_invoice_agency_id_issued_at_idx;
    create index billing_invoice_of_company on billing_invoice (company_id, issued_at, id);
    create index billing_invoice_of_agency on billing_invoice (agency_id, issued_at, id);
    create index billing_invoice_of_root on billing_invoice (root_id, issued_at, id);
  `);
}
