import type { Knex } from 'knex';
import type { ConsumerStatus, JobStatus } from '../contract.ts';
import { sideBySide } from '../data/side-by-side.ts';
import { PLATFORM_SCOPE, withScope } from '../data/tenant.ts';
import type { Kernel } from '../kernel.ts';

interface Counts {
  name: string;
  waiting: number;
  running: number;
  held: number;
  dead: number;
  oldest: Date | null;
  error: string | null;
}
interface StateRow {
  job: string;
  started_at: Date | null;
  ms: number | null;
  pieces: number | null;
  error: string | null;
  error_at: Date | null;
  next_at: Date | null;
}

/** What is open of each job or subscriber, in the sight of the caller. */
async function countsBy(db: Knex, table: string, name: string, due: string): Promise<Map<string, Counts>> {
  const claimed = 'lease_until >= now()';
  const waits = `state = 'pending' and (${claimed}) is not true`;
  const { rows } = (await db.raw(
    `select ${name} as name,
       count(*) filter (where ${waits})::int as waiting,
       count(*) filter (where state = 'pending' and ${claimed})::int as running,
       count(*) filter (where state = 'held')::int as held,
       count(*) filter (where state = 'dead')::int as dead,
       min(${due}) filter (where ${waits} and ${due} <= now()) as oldest,
       (array_agg(note order by ${due} desc) filter (where note is not null and state in ('pending', 'dead')))[1] as error
     from ${table} where state in ('pending', 'held', 'dead') group by 1`,
  )) as { rows: Counts[] };
  return new Map(rows.map((row) => [row.name, row]));
}

/** All jobs as they stand; those with something given up first, then by name. */
export async function jobsOf(kernel: Kernel, db: Knex): Promise<JobStatus[]> {
  const jobs = [...kernel.registry.jobs.values()];
  const counts = await countsBy(db, 'core_job_run', 'job', 'run_at');
  // Whom a queue waits for is asked of all agencies, for all queues in one statement.
  const [rows, waiting] = await withScope(
    kernel.platform,
    PLATFORM_SCOPE,
    (trx) =>
      sideBySide(trx, [
        async () => (await trx('core_job_state').select('*')) as StateRow[],
        () => Promise.all(jobs.map(async ({ def }) => (await def.queue?.agencies(trx))?.length)),
      ]),
    { reads: true },
  );
  const states = new Map(rows.map((row) => [row.job, row]));
  const all = jobs.map(({ plugin, def }, n): JobStatus => {
    const count = counts.get(def.id);
    const state = states.get(def.id);
    return {
      id: def.id,
      plugin,
      every: def.every ?? null,
      queue: def.queue !== undefined,
      lastAt: state?.started_at ?? null,
      ms: state?.ms ?? null,
      pieces: state?.pieces ?? null,
      nextAt: def.every ? (state?.next_at ?? null) : null,
      waiting: waiting[n] ?? count?.waiting ?? 0,
      running: count?.running ?? 0,
      dead: count?.dead ?? 0,
      oldestAt: count?.oldest ?? null,
      error: state?.error ?? count?.error ?? null,
      errorAt: state?.error_at ?? null,
    };
  });
  return all.sort((a, b) => b.dead - a.dead || a.id.localeCompare(b.id));
}

/** All subscribers as they stand, also those that are no longer installed and are owed something. */
export async function consumersOf(kernel: Kernel, db: Knex): Promise<ConsumerStatus[]> {
  const counts = await countsBy(db, 'core_outbox_delivery', 'subscriber', 'next_at');
  const ids = new Set([...kernel.registry.subscriptions.keys(), ...counts.keys()]);
  const all = [...ids].map((id): ConsumerStatus => {
    const known = kernel.registry.subscriptions.get(id);
    const { waiting = 0, running = 0, held = 0, dead = 0, oldest = null, error = null } = counts.get(id) ?? {};
    return { id, plugin: known?.plugin ?? null, event: known?.def.event.id ?? '', waiting, running, held, dead, oldestAt: oldest, error };
  });
  return all.sort((a, b) => b.dead - a.dead || a.id.localeCompare(b.id));
}
