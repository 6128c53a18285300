import type { Knex } from 'knex';

/** Invoices are looked up by their arrears alone. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index on dunning_invoice (arrears_id);
  `);
}
