import type { Knex } from 'knex';

/** The language in which somebody signed in last: mail is written in it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter table accounts_profile add column language text check (language in ('en', 'ar'))`);
}
