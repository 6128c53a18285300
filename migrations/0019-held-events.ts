import type { Knex } from 'knex';

/** Events wait for subscribers that want them later, while their plugin is off. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table core_outbox_delivery drop constraint core_outbox_delivery_state_check;
    alter table core_outbox_delivery add check (state in ('pending', 'done', 'skipped', 'dead', 'held'));
    create index core_outbox_held on core_outbox_delivery (subscriber, company_id) where state = 'held';
  `);
}
