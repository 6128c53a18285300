import type { Knex } from 'knex';

/** When the calendar looks at arrears next: at once where nobody has, at the next stage, and within the hour in any case. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table dunning_arrears add column look_at timestamptz not null default '-infinity';
    create index dunning_arrears_when on dunning_arrears (least(look_at, next_try_at), agency_id) where closed_at is null;
    create index dunning_arrears_try on dunning_arrears (agency_id) where try_now and closed_at is null;
    create index dunning_agency_when on dunning_agency (grace_until) where closed_at is null and stage = 'grace';
  `);
}
