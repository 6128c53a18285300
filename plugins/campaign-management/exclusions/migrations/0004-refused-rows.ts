import type { Knex } from 'knex';

/** Rows of an upload that hold neither an address nor a hash: how many there are, and which. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table exclusions_upload
      add column duplicate_count int not null default 0,
      add column refused_count int not null default 0,
      -- A CSV file, sealed: what could not be read is often a mistyped address. It goes with the row, after a day.
      add column refused_rows text,
      add constraint exclusions_upload_refused check ((refused_count > 0) = (refused_rows is not null))
  `);
}
