import type { Knex } from 'knex';

/** Visits of a campaign that ended in one way, the newest first: what ended so rarely lies far apart among a quarter's visits. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    'create index capture_visit_outcome on capture_visit (campaign_id, outcome, at desc, fingerprint) where outcome is not null',
  );
}
