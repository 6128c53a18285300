import type { Knex } from 'knex';

/** Whose sessions end with another one, or with an operator's, was looked for among all: each session that was deleted read the table. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index on core_session (parent_id) where parent_id is not null;
    create index on core_session (viewed_by) where viewed_by is not null;
  `);
}
