import type { Knex } from 'knex';

/** Whose turn it is: connections are walked in this order until one has something that is due. And whose people have not been told that it is broken. */
export const up = (knex: Knex): Promise<void> =>
  knex.raw(`
    drop index integrations_connection_root_id_served_at_idx;
    create index integrations_connection_turn on integrations_connection (root_id, served_at nulls first, id) where open;
    create index integrations_connection_untold on integrations_connection (state, root_id) where told_at is null`);
