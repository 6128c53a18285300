import type { Knex } from 'knex';

/** Refunds are looked up by their payment alone, and each minute those whose answer was lost. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index on payments_refund (operation_id);
    drop index payments_refund_company_id_operation_id_idx;
    create index payments_refund_created on payments_refund (created_at, agency_id) where state = 'created';
  `);
}
