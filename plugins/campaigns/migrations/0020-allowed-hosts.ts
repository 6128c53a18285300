import type { Knex } from 'knex';

/** Hosts beside the campaign's own website from which its page views may come. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter table campaigns_campaign add column allowed_hosts text[] not null default '{}'`);
}
