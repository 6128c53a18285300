import type { Knex } from 'knex';

/** Stretches of time in which visits of a campaign were held, so that its people are told once and not for each visit. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table capture_episode (
      id int generated always as identity primary key,
      campaign_id int not null,
      began_at timestamptz not null,
      last_at timestamptz not null,
      ended_at timestamptz,
      -- When client and agency were written to.
      told_at timestamptz
    );
    select core_tenant_table('capture_episode');
    create unique index on capture_episode (campaign_id) where ended_at is null;
    create index on capture_episode (company_id);
    create index on capture_episode (agency_id) where told_at is null;
  `);
}
