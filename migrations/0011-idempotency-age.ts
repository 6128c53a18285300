import type { Knex } from 'knex';

/** Keys of repeated calls are forgotten by their age. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`create index core_idempotency_age on core_idempotency (created_at)`);
}
