import type { Knex } from 'knex';

/** When the calendar looks at an agency next: at once where it never has, and each morning in any case. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table agency_billing_agency add column look_at timestamptz not null default '-infinity';
    create index agency_billing_agency_when on agency_billing_agency (look_at);
    create index agency_billing_charge_when on agency_billing_charge (retry_at, company_id) where state = 'failed';
  `);
}
