import type { Knex } from 'knex';

/** A payment keeps which card it was, for the papers about it; and a refund that was asked for twice is one. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table payments_operation add column brand text not null default '', add column last4 text not null default '';
    alter table payments_refund add column key text;
    create unique index payments_refund_key on payments_refund (company_id, operation_id, key);
  `);
}
