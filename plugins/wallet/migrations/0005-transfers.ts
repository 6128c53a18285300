import type { Knex } from 'knex';

/** What is billed beside leads, and how it is paid; invoices read a client's transfers of a period. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table wallet_transfer drop constraint wallet_transfer_kind_check;
    alter table wallet_transfer add constraint wallet_transfer_kind_check check (kind in (
      'lead', 'topup', 'refund', 'chargeback', 'manual_settlement', 'fee', 'payment', 'credit', 'agency_fee', 'agency_payment'));
    create index on wallet_transfer (company_id, kind, created_at)`);
}
