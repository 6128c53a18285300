import type { Knex } from 'knex';

/** What was given up after its last try, for plugins that tell operators of it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index core_job_dead on core_job_run (root_id) where state = 'dead';
    create index core_outbox_dead on core_outbox_delivery (root_id) where state = 'dead';
    create view core_public_dead_work with (security_invoker = true) as
      select job as name, company_id, agency_id, root_id, note, coalesce(finished_at, run_at) as at from core_job_run where state = 'dead'
      union all
      select subscriber, company_id, agency_id, root_id, note, next_at from core_outbox_delivery where state = 'dead';
  `);
}
