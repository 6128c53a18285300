import type { Knex } from 'knex';

/** Which card a payment was made with says whether it was replaced meanwhile; times did not, because two transactions share them. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table dunning_arrears drop column card_changed_at');
}
