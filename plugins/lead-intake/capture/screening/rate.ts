/** Counts within whole minutes, in memory and bounded: a beginning for what PostgreSQL decides later, and cheap under a flood. */
export class MinuteCounts {
  readonly #most: number;
  readonly #mostKeys: number;
  #minute = -1;
  #counts = new Map<string, number>();

  /** `most` of one key in a minute. Beyond `mostKeys` different ones in a minute those that come new are not counted. */
  constructor(most: number, mostKeys = 100_000) {
    this.#most = most;
    this.#mostKeys = mostKeys;
  }

  /** Whether one more is within the limit. */
  take(key: string, at: number): boolean {
    const minute = Math.floor(at / 60_000);
    // What came in the minute before and waited counts in this one; only a clock that was put back begins anew.
    if (minute > this.#minute || minute < this.#minute - 1) {
      this.#minute = minute;
      this.#counts = new Map();
    }
    const count = this.#counts.get(key) ?? 0;
    if (count >= this.#most) return false;
    if (count > 0 || this.#counts.size < this.#mostKeys) this.#counts.set(key, count + 1);
    return true;
  }
}
