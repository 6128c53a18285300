import type { Knex } from 'knex';

/** Whether a campaign's leads show their phone numbers to the client, and when what a removed one held of people was erased. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table campaigns_campaign
      add column hide_phone boolean not null default false,
      add column erased_at timestamptz;
    create index campaigns_to_erase on campaigns_campaign (removed_at) where status = 'removed' and erased_at is null;
  `);
}
