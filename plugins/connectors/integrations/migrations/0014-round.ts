import type { Knex } from 'knex';

/** Connections are served in the order of their ids, round and round: whose turn it is need not be kept. */
export const up = (knex: Knex): Promise<void> =>
  knex.raw(`
    drop index integrations_connection_turn;
    alter table integrations_connection drop column served_at`);
