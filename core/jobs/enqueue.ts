import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import type { JobDef, Static, Tenant, TSchema } from '../contract.ts';
import { wake } from '../events/wake.ts';
import { checkInput } from '../invocation/schema.ts';

/**
 * Asks for one run of a job, in the caller's transaction. A `key` that the company already used for this job is not run
 * again, whether the earlier run waits or was done within the week that runs are kept.
 */
export async function enqueueRun<X extends TSchema>(
  db: Knex,
  tenant: Tenant,
  job: JobDef<X>,
  payload: Static<X>,
  options: { key?: string; runAt?: Date } = {},
): Promise<void> {
  const checked = checkInput(job.payload, payload, 'body');
  await db('core_job_run')
    .insert({
      company_id: tenant.id,
      job: job.id,
      run_key: options.key ?? randomUUID(),
      payload: JSON.stringify(checked),
      ...(options.runAt ? { run_at: options.runAt } : {}),
    })
    .onConflict(['company_id', 'job', 'run_key'])
    .ignore();
  await wake(db, job.id);
}
