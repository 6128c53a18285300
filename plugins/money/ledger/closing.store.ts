import { setTimeout as sleep } from 'node:timers/promises';
import type { InTransaction } from './in-transaction.ts';

/** How long after its end a quarter of an hour is closed; a transaction that began before and still posts fails, and is repeated. */
const CLOSED_AFTER = '1 hour';
/** Most transactions take less. */
const WAIT_MS = 250;
const WAITS = 40;

/** From here on the database refuses entries from before "next" (migrations/0002). */
const REFUSE = `update ledger_closing set next = ledger_quarter(now() - interval '${CLOSED_AFTER}')
  where next is null and until < ledger_quarter(now() - interval '${CLOSED_AFTER}')`;
/** Whoever could not see that yet has a lower transaction id than this one. */
const STAMP = 'update ledger_closing set next_xid = pg_snapshot_xmax(pg_current_snapshot()) where next is not null and next_xid is null';
/** When all of those have ended. */
const CLOSE = `update ledger_closing set until = next, next = null, next_xid = null where next_xid <= pg_snapshot_xmin(pg_current_snapshot())`;

/**
 * Closes the time that is over: no entry is in it that others do not see yet, and none can come. Each step is a transaction of its own, as
 * `inTransaction` makes them; what a long transaction holds up is closed by a later call.
 */
export async function closeTime(inTransaction: InTransaction): Promise<void> {
  const step = (sql: string): Promise<number> => inTransaction(async (db) => ((await db.raw(sql)) as { rowCount: number }).rowCount);
  for (const sql of [CLOSE, REFUSE, STAMP]) await step(sql);
  const isWaiting = (): Promise<number> => step('select from ledger_closing where next is not null');
  for (let waits = 0; (await step(CLOSE)) === 0 && (await isWaiting()) === 1 && waits < WAITS; waits += 1) await sleep(WAIT_MS);
}
