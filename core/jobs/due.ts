import { systemPrincipal } from '../access/principal.ts';
import type { Owned } from '../boot/registry.ts';
import type { JobDef, Tenant } from '../contract.ts';
import { PLATFORM_SCOPE, TENANT_COLUMNS, type TenantRow, tenantOf } from '../data/tenant.ts';
import { wake } from '../events/wake.ts';
import { invoke } from '../invocation/invoke.ts';
import type { Kernel } from '../kernel.ts';

/** Runs that one statement asks for: few enough to be done in a second, whatever else the machine does. */
const AT_ONCE = 5_000;

/**
 * For a recurring job: asks for this period's run, of each company that has something due or of the platform. A run that still waits answers
 * for this period too. Any number of processes may ask. Answers how many runs were missing.
 */
export async function requestRuns(kernel: Kernel, job: Owned<JobDef>): Promise<number> {
  const ids = job.def.due ? await dueOf(kernel, job).catch((error: unknown) => missed(kernel, job, error)) : [await rootOf(kernel)];
  let asked = 0;
  for (let from = 0; from < ids.length; from += AT_ONCE) asked += await request(kernel, job.def, ids.slice(from, from + AT_ONCE));
  // Many runs are shared with the other processes.
  if (asked > 1) await wake(kernel.platform, job.def.id);
  return asked;
}

/** Nobody is served while this lasts, and nobody else would hear of it. */
function missed(kernel: Kernel, { def }: Owned<JobDef>, error: unknown): never {
  kernel.log.error({ job: def.id, error: String(error) }, 'who has something due is not known');
  throw error;
}

/** The companies with something due for which the job's plugin is on. */
async function dueOf(kernel: Kernel, { plugin, def }: Owned<JobDef>): Promise<number[]> {
  const call = { kind: 'job', id: def.id, plugin, ability: 'signed-in' as const, scope: PLATFORM_SCOPE, db: 'transaction' as const };
  const look = { ...call, timeoutMs: def.timeoutMs, validate: () => undefined, run: def.due! };
  const named = [...new Set(await invoke(kernel, systemPrincipal(), look, undefined))];
  if (named.length === 0) return [];
  const companies = await companiesOf(kernel, named);
  return companies.filter((company) => kernel.features.isOn(plugin, company)).map(({ id }) => id);
}

async function companiesOf(kernel: Kernel, ids: readonly number[]): Promise<Tenant[]> {
  const rows = kernel
    .platform('core_tenant')
    .whereRaw('id = any(?)', [ids as never])
    .whereNull('removed_at')
    .orderBy('id');
  return ((await rows.select(TENANT_COLUMNS)) as TenantRow[]).map(tenantOf);
}

async function rootOf({ platform }: Kernel): Promise<number> {
  const row = (await platform('core_tenant').where({ kind: 'root' }).whereNull('removed_at').orderBy('id').first('id')) as { id: number };
  return row.id;
}

/** Answers for how many of the companies a run was missing. */
async function request(kernel: Kernel, { id }: JobDef, companies: readonly number[]): Promise<number> {
  const { rowCount } = (await kernel.platform.raw(
    `insert into core_job_run (company_id, job, run_key, periodic, payload)
     select company, :job, gen_random_uuid(), true, '{}' from unnest(:companies::int[]) company
     on conflict (job, company_id) where periodic and state = 'pending' do nothing`,
    { job: id, companies },
  )) as { rowCount: number };
  return rowCount;
}
