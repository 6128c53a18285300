import { closeTime } from './closing.store.ts';
import type { InTransaction } from './in-transaction.ts';
import { chooseBusy, sumAccount, unsummed } from './sums.store.ts';

/** So many entries are read in some 10 ms. */
const BUSY_ENTRIES = 5_000;

/** Closes the time that is over, and sums the entries of busy accounts in it. What was summed stays when a later step fails. */
export async function sumBooks(inTransaction: InTransaction): Promise<void> {
  const alone: InTransaction = (step) =>
    inTransaction(async (db) => {
      await db.raw(`set local statement_timeout = '5min'`);
      return step(db);
    });
  await closeTime(alone);
  await alone((db) => chooseBusy(db, BUSY_ENTRIES));
  for (const account of await alone(unsummed)) await alone((db) => sumAccount(db, account));
}
