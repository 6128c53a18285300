import type { Knex } from 'knex';

/** Leads of one product, the newest first: of a product that has few, they lie far apart among all others. */
export const up = (knex: Knex): Promise<void> =>
  knex.raw(`
    create index on leads_lead (agency_id, product, created_at desc, id);
    create index on leads_lead (company_id, product, created_at desc, id)`);
