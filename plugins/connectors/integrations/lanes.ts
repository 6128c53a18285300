import type { Busy } from './claims.store.ts';

/** Calls under way at once in one process. They wait for other people's servers, so there may be many. */
const MOST = 48;
/** Of these, how many one agency with its clients, and one company, may have: slow servers of theirs leave room for all others. */
const OF_AGENCY = 12;
const OF_COMPANY = 4;

/** The calls under way, and whose they are. */
export class Lanes {
  readonly #running = new Map<Promise<void>, { company: number; agency: number }>();

  get free(): boolean {
    return this.#running.size < MOST;
  }

  get empty(): boolean {
    return this.#running.size === 0;
  }

  run(work: Promise<void>, owner: { company: number; agency: number }): void {
    const lane = work.finally(() => this.#running.delete(lane));
    this.#running.set(lane, owner);
  }

  /** Those who have as many calls under way as they may. */
  get busy(): Busy {
    const owners = [...this.#running.values()];
    return {
      companies: full(
        owners.map((o) => o.company),
        OF_COMPANY,
      ),
      agencies: full(
        owners.map((o) => o.agency),
        OF_AGENCY,
      ),
    };
  }

  /** Resolves when a call ends, or after `ms`. */
  async next(ms: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const pause = new Promise<void>((wake) => (timer = setTimeout(wake, ms)));
    await Promise.race([...this.#running.keys(), pause]);
    clearTimeout(timer);
  }
}

function full(ids: readonly number[], most: number): number[] {
  const counts = new Map<number, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= most).map(([id]) => id);
}
