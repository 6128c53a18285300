import type { Knex } from 'knex';
import { defineJob, type JobDef, T } from '../contract.ts';
import type { Kernel } from '../kernel.ts';

/** Rows of one statement: no call waits long for what they lock. */
const BATCH = 5_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

interface Term {
  table: string;
  /** The oldest come first, by an index. */
  by: string;
  /** Which rows are over, as SQL over `r`; `:over` is the moment before which they are. */
  where: string;
  keptMs: number;
}

const ALL_DELIVERED = `not exists (select from core_outbox_delivery d where d.outbox_id = r.id and d.state in ('pending', 'dead', 'held'))`;
/** What was held for a plugin that stayed off is dropped with its event. */
const NONE_WAITS = ALL_DELIVERED.replace(", 'held'", '');

/** For how long the kernel keeps what is done with. What waits, and what was given up and waits for a person, is never dropped. */
const TERMS: readonly Term[] = [
  // Longer than anything repeats a call by itself.
  { table: 'core_idempotency', by: 'created_at', where: 'r.created_at < :over', keptMs: 48 * HOUR },
  { table: 'core_job_run', by: 'finished_at', where: `r.finished_at < :over and r.state <> 'dead'`, keptMs: 7 * DAY },
  { table: 'core_outbox', by: 'created_at', where: `r.created_at < :over and ${ALL_DELIVERED}`, keptMs: 7 * DAY },
  { table: 'core_outbox', by: 'created_at', where: `r.created_at < :over and ${NONE_WAITS}`, keptMs: 30 * DAY },
  { table: 'core_mail', by: 'created_at', where: `r.created_at < :over and r.state in ('sent', 'kept')`, keptMs: 90 * DAY },
  { table: 'core_process', by: 'seen_at', where: 'r.seen_at < :over', keptMs: 7 * DAY },
  { table: 'core_egress_hour', by: 'hour', where: 'r.hour < :over', keptMs: 30 * DAY },
  // Whoever closes what a session left open, such as a look through an account, still finds it.
  { table: 'core_session', by: 'expires_at', where: 'r.expires_at < :over', keptMs: DAY },
];

/** Drops what is over, some at a time. Answers how many rows that were. */
export async function dropOld(platform: Knex, now: Date): Promise<number> {
  let dropped = await dropCounts(platform);
  for (const { table, by, where, keptMs } of TERMS) {
    const batch = async (): Promise<number> => {
      const { rowCount } = (await platform.raw(
        `delete from ${table} where ctid = any(array(
           select r.ctid from ${table} r where ${where} order by r.${by} limit ${BATCH} for update skip locked))`,
        { over: new Date(now.getTime() - keptMs) },
      )) as { rowCount: number };
      dropped += rowCount;
      return rowCount;
    };
    while ((await batch()) === BATCH);
  }
  return dropped;
}

/** Every address and e-mail that was ever counted has a row: those whose time is over are of no use. The counter's clock is the machine's. */
const dropCounts = (platform: Knex): Promise<number> => platform('core_rate').where('expire', '<', Date.now()).delete();

export const retentionJobs = (kernel: () => Kernel): JobDef[] => [
  defineJob({
    id: 'core.retention',
    payload: T.Object({}),
    timeoutMs: 600_000,
    db: 'intent',
    every: '41 * * * *',
    run: async (ctx) => void (await dropOld(kernel().platform, ctx.now)),
  }),
];
