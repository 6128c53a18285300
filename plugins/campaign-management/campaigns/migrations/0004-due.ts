import type { Knex } from 'knex';

/** Campaigns by when they begin and end, and by product, over all agencies: the clock looks at nothing else. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index campaigns_begin on campaigns_campaign (starts_at, agency_id) where status = 'scheduled';
    create index campaigns_end on campaigns_campaign (ends_at, agency_id) where status in ('scheduled', 'active', 'paused');
    create index campaigns_active_products on campaigns_campaign (product, agency_id) where status = 'active';
    create index campaigns_resting_products on campaigns_campaign (product, agency_id) where pause_reason = 'module_disabled';
    drop index campaigns_due;
  `);
}
