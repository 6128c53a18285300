import {
  type Ctx,
  denied,
  type JobStatus,
  type WorkAnswer,
  type WorkApi,
  type WorkItem,
  type WorkOf,
  type WorkState,
} from '../contract.ts';
import { PLATFORM_SCOPE, withScope } from '../data/tenant.ts';
import { wake } from '../events/wake.ts';
import { RELAY } from '../events/outbox.ts';
import type { Kernel } from '../kernel.ts';
import { requestRuns } from './due.ts';
import { consumersOf, jobsOf } from './work-status.ts';

const RUNNING = `state = 'pending' and lease_until >= now()`;
const STATES: Record<WorkState, string> = {
  waiting: `state = 'pending' and (lease_until is null or lease_until < now())`,
  running: RUNNING,
  held: `state = 'held'`,
  dead: `state = 'dead'`,
};
const STATE = `case when ${RUNNING} then 'running' when state = 'pending' then 'waiting' else state end`;
const OPEN = `state in ('pending', 'held', 'dead')`;
const UNCLAIMED = '(lease_until is null or lease_until < now())';

/** Runs and deliveries lie in two tables of one shape: these are the columns that differ. */
interface Place {
  table: 'core_job_run' | 'core_outbox_delivery';
  prefix: 'run-' | 'event-';
  key: string;
  by: string;
  name: string;
  due: string;
  /** Set besides where it is over, and where it is opened again. */
  over: string;
  open: string;
  at: string;
  created: string;
  worker: string;
}
const placeOf = (of: WorkOf): Place =>
  'job' in of
    ? {
        table: 'core_job_run',
        prefix: 'run-',
        key: 'w.id',
        by: 'w.job',
        name: of.job,
        due: 'run_at',
        over: ', finished_at = now()',
        // A run of a period may stand beside the next one once it is no longer the period's own.
        open: `, finished_at = null, periodic = periodic and state = 'pending'`,
        at: `case when state = 'dead' then coalesce(finished_at, run_at) when lease_until >= now() then coalesce(started_at, run_at) else run_at end`,
        created: 'w.created_at',
        worker: of.job,
      }
    : {
        table: 'core_outbox_delivery',
        prefix: 'event-',
        key: 'w.outbox_id',
        by: 'w.subscriber',
        name: of.subscriber,
        due: 'next_at',
        over: '',
        open: '',
        at: 'next_at',
        created: '(select o.created_at from core_outbox o where o.id = w.outbox_id)',
        worker: RELAY,
      };

/** The port's implementation: under the caller's row-level security, and for the root alone. */
export function workOf(kernel: Kernel, ctx: Ctx): WorkApi {
  const rootOnly = (): void => {
    if (ctx.tenant.kind !== 'root') throw denied();
  };
  /** Changes one open item that nobody has in hand; says what it found otherwise. */
  const change = async (of: WorkOf, item: string, set: string): Promise<WorkAnswer> => {
    rootOnly();
    const place = placeOf(of);
    const id = idOf(place, item);
    if (id === null) return 'gone';
    const found = { name: place.name, id };
    const { rowCount } = (await ctx.db.raw(
      `update ${place.table} w set ${set} where ${place.by} = :name and ${place.key} = :id and ${OPEN} and ${UNCLAIMED}`,
      found,
    )) as { rowCount: number };
    if (rowCount > 0) return 'done';
    const { rows } = (await ctx.db.raw(
      `select ${STATE} as state from ${place.table} w where ${place.by} = :name and ${place.key} = :id and ${OPEN}`,
      found,
    )) as { rows: { state: WorkState }[] };
    return rows[0]?.state === 'running' ? 'running' : 'gone';
  };
  const again = ({ due, open }: Place): string => `state = 'pending', attempts = 0, lease_until = null, ${due} = now()${open}`;

  return {
    async jobs(): Promise<JobStatus[]> {
      rootOnly();
      return jobsOf(kernel, ctx.db);
    },
    async consumers() {
      rootOnly();
      return consumersOf(kernel, ctx.db);
    },
    async items(of, { offset, perPage, state }) {
      rootOnly();
      const place = placeOf(of);
      const where = `${place.by} = :name and ${state ? STATES[state] : OPEN}`;
      const { rows } = (await ctx.db.raw(
        `select ${place.key}::text as id, w.company_id, t.name as company, ${STATE} as state, attempts, note,
           ${place.at} as at,
           ${place.created} as created, count(*) over ()::int as total
         from ${place.table} w join core_public_company t on t.id = w.company_id
         where ${where} order by (state = 'dead') desc, ${place.due}, ${place.key} limit :perPage offset :offset`,
        { name: place.name, perPage, offset },
      )) as { rows: ItemRow[] };
      return { rows: rows.map((row) => itemOf(place, row)), total: rows[0]?.total ?? 0 };
    },
    async retry(of, item) {
      const answer = await change(of, item, again(placeOf(of)));
      if (answer === 'done') await wake(ctx.db, placeOf(of).worker);
      return answer;
    },
    async retryDead(of) {
      rootOnly();
      const place = placeOf(of);
      const { rowCount } = (await ctx.db.raw(`update ${place.table} w set ${again(place)} where ${place.by} = :name and state = 'dead'`, {
        name: place.name,
      })) as { rowCount: number };
      if (rowCount > 0) await wake(ctx.db, place.worker);
      return rowCount;
    },
    cancel: (of, item) => change(of, item, `state = 'skipped', lease_until = null, note = 'cancelled by an operator'${placeOf(of).over}`),
    async runNow(id) {
      rootOnly();
      const job = kernel.registry.jobs.get(id);
      if (!job) return 'gone';
      const { every, queue } = job.def;
      // A run may be over before it is looked for.
      const asked = every && !queue ? await requestRuns(kernel, job) : 0;
      await ctx.db.raw(`update core_job_run set run_at = now() where job = ? and ${STATES.waiting} and run_at > now()`, [id]);
      await wake(ctx.db, id);
      if (asked > 0) return 'started';
      const isOpen = queue
        ? (await withScope(kernel.platform, PLATFORM_SCOPE, (trx) => queue.agencies(trx), { reads: true })).length > 0
        : await ctx.db('core_job_run').where({ job: id, state: 'pending' }).first('id');
      return isOpen ? 'started' : 'idle';
    },
  };
}

interface ItemRow {
  id: string;
  company_id: number;
  company: string;
  state: WorkState;
  attempts: number;
  note: string | null;
  at: Date;
  created: Date;
  total: number;
}
const itemOf = ({ prefix }: Place, { id, company_id, company, state, attempts, note, at, created }: ItemRow): WorkItem => ({
  id: `${prefix}${id}`,
  companyId: company_id,
  company,
  state,
  attempts,
  at,
  createdAt: created,
  note,
});

function idOf({ prefix }: Place, item: string): string | null {
  const id = item.startsWith(prefix) ? item.slice(prefix.length) : '';
  return /^[1-9]\d{0,17}$/.test(id) ? id : null;
}
