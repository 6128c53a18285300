import type { Knex } from 'knex';

/**
 * Arrears change where people are sent and what they may do, so open browsers read that anew, as after a switch. Deferred: the counter
 * is one row for everybody, held only while a transaction ends.
 */
export async function up(knex: Knex): Promise<void> {
  for (const table of ['dunning_arrears', 'dunning_agency']) {
    await knex.raw(`
      create constraint trigger epoch_begun after insert on ${table} deferrable initially deferred
        for each row execute function core_next_epoch();
      create constraint trigger epoch_moved after update on ${table} deferrable initially deferred
        for each row when (old.stage is distinct from new.stage or old.closed_at is distinct from new.closed_at)
        execute function core_next_epoch();
    `);
  }
}
