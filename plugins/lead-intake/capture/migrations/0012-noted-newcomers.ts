import type { Knex } from 'knex';

/**
 * When the pipeline first met a newcomer, which may be long after their visit: they settle from then on. Those who are there already have
 * settled.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table capture_newcomer add column noted_at timestamptz;
    update capture_newcomer set noted_at = at;
    alter table capture_newcomer alter column noted_at set not null;
  `);
}
