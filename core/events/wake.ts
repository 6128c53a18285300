import type { Knex } from 'knex';

/** Channel on which processes tell each other to look at a table now. */
export const WAKE_CHANNEL = 'core_wake';

/** Wakes the named worker when the transaction commits, or so long afterwards; a lost notice is made good by the minute's sweep. */
export async function wake(db: Knex, worker: string, afterMs = 0): Promise<void> {
  await db.raw('select pg_notify(?, ?)', [WAKE_CHANNEL, `${worker} ${afterMs}`]);
}

export interface Wake {
  worker: string;
  /** Milliseconds from the commit; 0 for at once. */
  afterMs: number;
}

/** What a notice on the channel says; one without a time is for at once. */
export function wakeOf(notice: string): Wake {
  const [worker = '', afterMs = '0'] = notice.split(' ');
  return { worker, afterMs: Number(afterMs) };
}
