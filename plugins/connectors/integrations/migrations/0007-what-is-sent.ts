import type { Knex } from 'knex';

/** What a connection sends: which leads, which of their fields, and under which names. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table integrations_connection
      -- Field -> the name under which it is sent, empty for its usual place; null: what the connector sends by itself.
      add column fields jsonb,
      add column rules jsonb not null default '{}';
  `);
}
