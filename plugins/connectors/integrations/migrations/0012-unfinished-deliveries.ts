import type { Knex } from 'knex';

/** Operators count what is not delivered over all agencies: among millions of deliveries only those stand in this index. */
export const up = (knex: Knex): Promise<void> =>
  knex.raw(`
    create index integrations_delivery_unfinished on integrations_delivery (root_id, state, agency_id) include (company_id, created_at)
      where state in ('held', 'failed', 'rejected')`);
