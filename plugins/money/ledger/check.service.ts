import { type Breach, brokenBalances, brokenEntries, freshSlice, noteChecked, roundSlice } from './check.store.ts';
import type { InTransaction } from './in-transaction.ts';

/** So many entries are checked in a second. */
const SLICE = 100_000;
/** So many slices of new entries an hour; more are left for the next one. */
const MOST_SLICES = 100;

/**
 * Checks the entries that are new, the next ones of a round over all of them, and all balances. Answers what does not hold; what holds is noted as it is found, and
 * what does not is found again the next time, until it is put right.
 */
export async function checkBooks(inTransaction: InTransaction, most = SLICE): Promise<Breach[]> {
  const found: Breach[] = [];
  for (let slices = 0; slices < MOST_SLICES && found.length === 0; slices += 1) {
    const isMore = await inTransaction(async (db) => {
      const fresh = await freshSlice(db, most);
      if (!fresh) return false;
      found.push(...(await brokenEntries(db, fresh)));
      if (found.length === 0) await noteChecked(db, { entry_id: fresh.to });
      return true;
    });
    if (!isMore) break;
  }
  await inTransaction(async (db) => {
    const round = await roundSlice(db, most);
    const again = round ? await brokenEntries(db, round) : [];
    if (again.length === 0) await noteChecked(db, { round_id: round?.to ?? '0' });
    found.push(...again, ...(await brokenBalances(db)));
  });
  return found;
}
