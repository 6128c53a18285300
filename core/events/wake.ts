import type { Knex } from 'knex';

/** Channel on which processes tell each other to look at a table now. */
export const WAKE_CHANNEL = 'core_wake';

/** Wakes the named worker when the transaction commits, or so long afterwards; a lost notice is made good by the minute's sweep. */
export async function wake(db: Knex, worker: string, afterMs = 0): Promise<void> {
  await db.raw('select pg_notify(?, ?)', [WAKE_CHANNEL, `${worker} ${afterMs}`]);
}

/** What a notice on the channel says. */
export function wakeOf(notice: string): { worker: string; afterMs: number } {
  const [worker = '', afterMs] = notice.split(' ');
  return { worker, afterMs: Number(afterMs ?? 0) };
}
