import type { Knex } from 'knex';

/** Root may settle by hand what an agency owes: written off, or paid outside the system. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table wallet_transfer drop constraint wallet_transfer_kind_check;
    alter table wallet_transfer add constraint wallet_transfer_kind_check
      check (kind in ('lead', 'topup', 'refund', 'chargeback', 'manual_settlement'))`);
}
