import type { Knex } from 'knex';

/** A chargeback can be won: the money of it is back. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table payments_refund drop constraint payments_refund_state_check,
      add constraint payments_refund_state_check check (state in ('created', 'succeeded', 'failed', 'won_back'));
  `);
}
