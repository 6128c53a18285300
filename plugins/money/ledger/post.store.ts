import type { Knex } from 'knex';
import { uuidV7 } from '../../../core/contract.ts';
import type { Balance, Entry, Posting } from './contract.ts';
import { postSql } from './post.sql.ts';

/** A posting as it was checked: with the entries that move something, and what a repeat is compared by. */
export interface Checked {
  posting: Posting;
  entries: readonly Entry[];
  /** In hex. */
  hash: string;
}
export interface Posted {
  posted: string[];
  refused: string[];
  /** Keys that were used before for another content; nothing was posted. */
  clashing: string[];
  balances: Balance[];
}
/** Whose books, and the day that what is drawn is counted in. */
export interface Place {
  agencyId: number;
  rootId: number;
  day: string;
}

/** Lists of numbers as the database reads them: the driver would write each number by itself, and a batch has thousands. */
const numbers = (list: readonly (number | null | undefined)[]): string => `{${list.map((n) => n ?? 'null').join(',')}}`;
const bytes = (hex: readonly string[]): string => `{${hex.map((each) => `"\\\\x${each}"`).join(',')}}`;

/** The accounts that postings name, each once; entries then name them by their place, from 1. */
function accountsOf(batch: readonly Checked[]) {
  const places = new Map<string, number>();
  const all: Entry[] = [];
  const placeOf = (entry: Entry): number => {
    const name = `${entry.companyId} ${entry.account} ${entry.orElse ?? ''}`;
    const place = places.get(name) ?? all.push(entry);
    places.set(name, place);
    return place;
  };
  return { all, entries: batch.map(({ entries }) => entries.map((e) => ({ a: placeOf(e), cents: e.cents }))) };
}

/**
 * Posts a batch in one statement. `db` is a transaction under the agency's row-level security; each key may stand in the batch once.
 * Throws when money was posted and a balance did not follow, which must roll back.
 */
export async function postBatch(
  db: Knex,
  { agencyId, rootId, day }: Place,
  batch: readonly Checked[],
  { pastFloor, hasFloor }: { pastFloor: boolean; hasFloor(account: string): boolean },
): Promise<Posted> {
  const { all, entries } = accountsOf(batch);
  const width = Math.max(2, ...entries.map((of) => of.length));
  const columns = Array.from({ length: width }, (_, n) => [
    [`a${n + 1}`, numbers(entries.map((of) => of[n]?.a))],
    [`c${n + 1}`, numbers(entries.map((of) => of[n]?.cents))],
  ]).flat();
  const statement = db.raw(postSql(width), {
    agency: agencyId,
    root: rootId,
    day,
    past_floor: pastFloor,
    companies: numbers(all.map((of) => of.companyId)),
    accounts: all.map((of) => of.account),
    elses: all.map((of) => of.orElse ?? null),
    floored: all.map((of) => hasFloor(of.account)),
    // One behind the other in the indexes, as they are posted one behind the other.
    ids: batch.map(() => uuidV7(Date.now())),
    keys: batch.map(({ posting }) => posting.key),
    codes: batch.map(({ posting }) => posting.code),
    abouts: numbers(batch.map(({ posting }) => posting.companyId)),
    references: batch.map(({ posting }) => posting.reference ?? null),
    centers: numbers(batch.map(({ posting }) => posting.costCenter)),
    hashes: bytes(batch.map(({ hash }) => hash)),
    ...Object.fromEntries(columns),
  });
  // A named statement is planned once for each connection; planning costs more than posting.
  const { rows } = (await statement.options({ name: `ledger-post-${width}` })) as {
    rows: [Omit<Posted, 'balances'> & { changes: number; balances: Balance[] | null }];
  };
  const { changes, balances, ...found } = rows[0];
  const moved = balances ?? [];
  if (moved.length !== changes) throw new Error(`books of ${agencyId}: ${changes} balances had to move, and ${moved.length} did`);
  return { ...found, balances: moved };
}
