import type { Knex } from 'knex';

/** Which agencies have something due is asked of all at once: what is due comes first. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index billing_period_when on billing_period (due_at, agency_id) where closed_at is null;
    create index billing_invoice_when on billing_invoice (try_at, agency_id) where state = 'open';
  `);
}
