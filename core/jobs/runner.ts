import { systemPrincipal } from '../access/principal.ts';
import type { Owned } from '../boot/registry.ts';
import { type JobDef, Problem, type Tenant } from '../contract.ts';
import { findTenant, PLATFORM_SCOPE, scopeOf, TENANT_COLUMNS, type TenantRow, tenantOf } from '../data/tenant.ts';
import { backoffSeconds } from '../events/backoff.ts';
import { invoke } from '../invocation/invoke.ts';
import { checkInput } from '../invocation/schema.ts';
import type { Kernel } from '../kernel.ts';
import { CLAIMABLE } from './claimable.ts';
import { Look } from './look.ts';

interface Claimed {
  run_id: string;
  payload: unknown;
  attempts: number;
  removed_at: Date | null;
}
/** A claim that a crash of the database loses is made anew, so nobody waits until it is on the disk. */
const CLAIM = `
  with hurry as materialized (select set_config('synchronous_commit', 'off', true)),
  next as (select r.id from core_job_run r, hurry where job = :job and ${CLAIMABLE} order by run_at, r.id limit 1 for update of r skip locked)
  update core_job_run r set claim = :claim, lease_until = now() + make_interval(secs => :lease), attempts = attempts + 1, started_at = now()
  from next, core_tenant t where r.id = next.id and t.id = r.company_id
  returning r.id as run_id, payload, attempts, removed_at, ${TENANT_COLUMNS.map((column) => `t.${column}`).join(', ')}`;

/** Does the waiting work of one job: its due runs, or for a queue consumer the companies that have work. */
export async function runJob(kernel: Kernel, job: Owned<JobDef>): Promise<void> {
  const look = new Look(kernel, job.def.id);
  try {
    if (job.def.queue) await consume(kernel, job, look);
    else await runDue(kernel, job, look);
  } finally {
    await look.note();
  }
}

/** Companies whose work one process does at the same time: while the database is busy for one, the process is for the other. */
const COMPANIES_AT_ONCE = 2;

/** Takes turns: whoever has more work waiting than one run does is served again after all others. */
async function consume(kernel: Kernel, job: Owned<JobDef>, look: Look): Promise<void> {
  const failed = new Set<number>(); // their work waits for the next sweep; the others go on
  for (;;) {
    const waiting = (await job.def.queue!.agencies(kernel.platform)).filter((id) => !failed.has(id));
    if (waiting.length === 0) return;
    const turns = waiting.values();
    const serve = async (): Promise<void> => {
      for (const id of turns) if (!(await consumeOf(kernel, job, id, look))) failed.add(id);
    };
    await Promise.all(Array.from({ length: COMPANIES_AT_ONCE }, serve));
  }
}

/** One run for a company; answers whether it came to its end. */
async function consumeOf(kernel: Kernel, job: Owned<JobDef>, id: number, look: Look): Promise<boolean> {
  const company = await findTenant(kernel.platform, id);
  if (!company) return false;
  look.begin();
  try {
    await invoke(kernel, systemPrincipal(company), invocation(job, company), {});
    return true;
  } catch (error) {
    if (isModuleOff(error)) return false;
    look.failed(error);
    kernel.log.error({ job: job.def.id, agency: id, error: String(error) }, 'job failed');
    return false;
  }
}

async function runDue(kernel: Kernel, job: Owned<JobDef>, look: Look): Promise<void> {
  for (;;) {
    const claim = crypto.randomUUID();
    const lease = Math.ceil(job.def.timeoutMs / 1000) + 5;
    const { rows } = (await kernel.platform.raw(CLAIM, { claim, job: job.def.id, lease })) as { rows: (Claimed & TenantRow)[] };
    if (!rows[0]) return;
    look.begin();
    await runOne(kernel, job, rows[0], claim, look);
  }
}

async function runOne(kernel: Kernel, job: Owned<JobDef>, run: Claimed & TenantRow, claim: string, look: Look): Promise<void> {
  const finish = (state: string, note: string | null, seconds = 0) =>
    kernel
      .platform('core_job_run')
      .where({ id: run.run_id, claim })
      .update({
        state,
        note,
        lease_until: null,
        run_at: kernel.platform.raw('now() + make_interval(secs => ?)', [seconds]),
        finished_at: state === 'pending' ? null : kernel.platform.fn.now(),
      });
  if (run.removed_at) return void (await finish('skipped', 'company removed'));
  const company = tenantOf(run);
  const platformWide = isPlatformWide(job.def);
  try {
    const call = invocation(job, company);
    await invoke(
      kernel,
      systemPrincipal(platformWide ? undefined : company),
      {
        ...call,
        scope: platformWide ? PLATFORM_SCOPE : call.scope,
        finish: async (ctx) => {
          const db = call.db === 'intent' ? kernel.platform : ctx.db;
          const marked = await db('core_job_run')
            .where({ id: run.run_id, claim })
            .update({ state: 'done', lease_until: null, finished_at: db.fn.now() });
          if (marked !== 1) throw new Error('the claim was lost to another worker');
        },
      },
      run.payload,
    );
  } catch (error) {
    if (isModuleOff(error)) return void (await finish('skipped', 'module off'));
    const note = error instanceof Error ? error.message : String(error);
    look.failed(error);
    const last = run.attempts > (job.def.retries ?? 5);
    kernel.log.error({ job: job.def.id, run: run.run_id, attempt: run.attempts, note }, last ? 'job is a dead letter' : 'job failed');
    await finish(last ? 'dead' : 'pending', note.slice(0, 500), backoffSeconds(run.attempts));
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

const isPlatformWide = ({ every, due }: JobDef): boolean => every !== undefined && !due;
const isModuleOff = (error: unknown): boolean => error instanceof Problem && error.code === 'core.problem.module-off';
