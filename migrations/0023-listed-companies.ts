import type { Knex } from 'knex';

/** Lists of an agency's companies are read from the index alone: it holds all that they and row-level security look at. */
export const up = (knex: Knex): Promise<void> =>
  knex.raw(`create index core_tenant_listed on core_tenant (agency_id, id) include (root_id, name) where removed_at is null`);
