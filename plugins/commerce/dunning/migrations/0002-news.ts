import type { Knex } from 'knex';

/** Arrears change where people are sent and what they may do, so their open browsers read that anew, as after a switch. */
export async function up(knex: Knex): Promise<void> {
  for (const table of ['dunning_arrears', 'dunning_agency']) {
    await knex.raw(`
      create constraint trigger config_begun after insert on ${table} deferrable initially deferred
        for each row execute function core_config_changed();
      create constraint trigger config_moved after update on ${table} deferrable initially deferred
        for each row when (old.stage is distinct from new.stage or old.closed_at is distinct from new.closed_at)
        execute function core_config_changed();
    `);
  }
}
