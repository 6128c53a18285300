import type { Knex } from 'knex';

/** What was done is found by its age, so that it can be dropped; what waits is found by its job. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index core_job_due;
    create index core_job_due on core_job_run (job, run_at, id) where state = 'pending';
    create index core_job_age on core_job_run (finished_at) where finished_at is not null;
    create index core_outbox_age on core_outbox (created_at);
    create index core_mail_age on core_mail (created_at);
    create index core_session_age on core_session (expires_at);
  `);
}
