import type { Knex } from 'knex';

/** The text of a mail is sealed until it is sent, and forgotten afterwards: it may hold links and codes that open accounts. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table core_mail add column ref uuid not null default gen_random_uuid();
    alter table core_mail add column sealed text;
    update core_mail set body = '' where state = 'sent';
  `);
}
