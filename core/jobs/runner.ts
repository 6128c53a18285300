import { systemPrincipal } from '../access/principal.ts';
import type { Owned } from '../boot/registry.ts';
import { type JobDef, Problem, type Tenant } from '../contract.ts';
import { findTenant, scopeOf, TENANT_COLUMNS, type TenantRow, tenantOf } from '../data/tenant.ts';
import { backoffSeconds } from '../events/backoff.ts';
import { invoke } from '../gate/invoke.ts';
import { checkInput } from '../gate/schema.ts';
import type { Kernel } from '../kernel.ts';

interface Claimed {
  id: string;
  company_id: number;
  payload: unknown;
  attempts: number;
}

/** Does the waiting work of one job: its due runs, or for a drain job the companies that have work. */
export async function runJob(kernel: Kernel, job: Owned<JobDef>): Promise<void> {
  if (job.def.drain) await drain(kernel, job);
  else await runDue(kernel, job);
}

/** For a recurring job: asks for this period's run, of each agency or of the platform. Any number of processes may ask. */
export async function requestPeriod(kernel: Kernel, { plugin, def }: Owned<JobDef>): Promise<void> {
  const kinds = def.perAgency ? ['root', 'agency'] : ['root'];
  const rows = (await kernel
    .platform('core_tenant')
    .select(TENANT_COLUMNS)
    .whereIn('kind', kinds)
    .whereNull('removed_at')
    .orderBy('id')) as TenantRow[];
  const companies = (def.perAgency ? rows : rows.slice(0, 1)).map(tenantOf).filter((t) => kernel.gate.isOn(plugin, t));
  // A run that still waits answers for this period too.
  const waiting = (await kernel.platform('core_job_run').where({ job: def.id, state: 'pending' }).select('company_id')) as {
    company_id: number;
  }[];
  const due = companies.filter((c) => !waiting.some((w) => w.company_id === c.id));
  if (due.length === 0) return;
  const period = Math.floor(kernel.now().getTime() / 1000);
  await kernel
    .platform('core_job_run')
    .insert(due.map((c) => ({ company_id: c.id, job: def.id, run_key: String(period), payload: '{}' })))
    .onConflict(['company_id', 'job', 'run_key'])
    .ignore();
}

async function drain(kernel: Kernel, job: Owned<JobDef>): Promise<void> {
  const skip = new Set<number>();
  for (;;) {
    const waiting = (await job.def.drain!.agencies(kernel.platform)).filter((id) => !skip.has(id));
    if (waiting.length === 0) return;
    for (const id of waiting) {
      const agency = await findTenant(kernel.platform, id);
      try {
        if (agency) await invoke(kernel, systemPrincipal(agency), invocation(job, agency), {});
      } catch (error) {
        skip.add(id); // this agency's work waits for the next sweep; the others go on
        if (!isModuleOff(error)) kernel.log.error({ job: job.def.id, agency: id, error: String(error) }, 'job failed');
      }
      if (!agency) skip.add(id);
    }
  }
}

async function runDue(kernel: Kernel, job: Owned<JobDef>): Promise<void> {
  for (;;) {
    const claim = crypto.randomUUID();
    const { rows } = (await kernel.platform.raw(
      `update core_job_run set claim = :claim, lease_until = now() + make_interval(secs => :lease), attempts = attempts + 1
       where id = (select id from core_job_run where job = :job and state = 'pending' and run_at <= now()
         and (lease_until is null or lease_until < now()) order by run_at, id limit 1 for update skip locked)
       returning id, company_id, payload, attempts`,
      { claim, job: job.def.id, lease: Math.ceil(job.def.timeoutMs / 1000) + 5 },
    )) as { rows: Claimed[] };
    if (!rows[0]) return;
    await runOne(kernel, job, rows[0], claim);
  }
}

async function runOne(kernel: Kernel, job: Owned<JobDef>, run: Claimed, claim: string): Promise<void> {
  const finish = (state: string, note: string | null, seconds = 0) =>
    kernel
      .platform('core_job_run')
      .where({ id: run.id, claim })
      .update({
        state,
        note,
        lease_until: null,
        run_at: kernel.platform.raw('now() + make_interval(secs => ?)', [seconds]),
        finished_at: state === 'pending' ? null : kernel.platform.fn.now(),
      });
  const company = await findTenant(kernel.platform, run.company_id);
  if (!company) return void (await finish('skipped', 'company removed'));
  const platformWide = job.def.every !== undefined && !job.def.perAgency;
  try {
    const call = invocation(job, company);
    await invoke(
      kernel,
      systemPrincipal(platformWide ? undefined : company),
      {
        ...call,
        scope: platformWide ? { kind: 'platform' as const, tenant: 0 } : call.scope,
        finish: async (ctx) => {
          const db = call.db === 'intent' ? kernel.platform : ctx.db;
          const marked = await db('core_job_run')
            .where({ id: run.id, claim })
            .update({ state: 'done', lease_until: null, finished_at: db.fn.now() });
          if (marked !== 1) throw new Error('the claim was lost to another worker');
        },
      },
      run.payload,
    );
  } catch (error) {
    if (isModuleOff(error)) return void (await finish('skipped', 'module off'));
    const note = error instanceof Error ? error.message : String(error);
    const last = run.attempts > (job.def.retries ?? 5);
    kernel.log.error({ job: job.def.id, run: run.id, attempt: run.attempts, note }, last ? 'job parked' : 'job failed');
    await finish(last ? 'parked' : 'pending', note.slice(0, 500), backoffSeconds(run.attempts));
  }
}

const invocation = ({ plugin, def }: Owned<JobDef>, company: Tenant) => ({
  kind: 'job',
  id: def.id,
  plugin,
  ability: 'signed-in' as const,
  scope: scopeOf(company),
  db: def.db ?? ('transaction' as const),
  timeoutMs: def.timeoutMs,
  validate: (_ctx: unknown, input: unknown) => checkInput(def.payload, input, 'body'),
  run: (ctx: import('../contract.ts').Ctx, payload: unknown) => def.run(ctx, payload),
});

const isModuleOff = (error: unknown): boolean => error instanceof Problem && error.code === 'core.problem.module-off';
