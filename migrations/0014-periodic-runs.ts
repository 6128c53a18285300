import type { Knex } from 'knex';

/** Of what the clock asks for, one run waits for each company and job, whoever asks and how often. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table core_job_run add column periodic boolean not null default false;
    create unique index core_job_periodic on core_job_run (job, company_id) where periodic and state = 'pending';
    create index core_tenant_roots on core_tenant (id) where kind = 'root';
  `);
}
