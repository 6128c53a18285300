import type { Knex } from 'knex';

/** People are found by their telephone number, and leads whose people were erased say so. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table leads_lead
      add column erased_at timestamptz,
      -- The last ten digits, by which numbers are the same however they are written.
      add column phone_key text collate "C" generated always as (right(regexp_replace(phone, '[^0-9]', '', 'g'), 10)) stored;
    create index on leads_lead (agency_id, phone_key) where phone_key > '';
  `);
}
