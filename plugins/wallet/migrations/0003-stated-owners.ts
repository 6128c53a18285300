import type { Knex } from 'knex';

/** Entries come by the thousand: owners that the writer states need no look-up, since the foreign key proves them. */
export async function up(knex: Knex): Promise<void> {
  for (const table of ['wallet_transfer', 'wallet_entry']) {
    await knex.raw(`
      drop trigger owner on ${table};
      create trigger owner before insert on ${table} for each row when (new.agency_id is null) execute function core_fill_owner()`);
  }
}
