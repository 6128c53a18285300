/** So many places for each key, and so many in all. Counts in this process's memory. */
export class Places {
  readonly #each: number;
  readonly #total: number;
  readonly #taken = new Map<string, number>();
  #all = 0;

  constructor(each: number, total = Number.POSITIVE_INFINITY) {
    this.#each = each;
    this.#total = total;
  }

  /** Takes a place; answers how to give it back, or null when none is free. Giving it back twice is harmless. */
  take(key: string): (() => void) | null {
    const taken = this.#taken.get(key) ?? 0;
    if (taken >= this.#each || this.isFull) return null;
    this.#taken.set(key, taken + 1);
    this.#all += 1;
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#all -= 1;
      const left = this.#taken.get(key)! - 1;
      if (left > 0) this.#taken.set(key, left);
      else this.#taken.delete(key);
    };
  }

  get isFull(): boolean {
    return this.#all >= this.#total;
  }

  get size(): number {
    return this.#all;
  }
}
