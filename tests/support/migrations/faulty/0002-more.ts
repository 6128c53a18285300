import type { Knex } from 'knex';

/** Fails at its third statement; the signs before it end none. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table faulty_thing add column note text default 'one; two';
    -- a remark; of no consequence
    create index on faulty_thing (note);
    insert into nowhere (text) values ('a secret');
    create index on faulty_thing (text);
  `);
}
