/** Every connection keeps a plan of each named statement until it is closed. What is asked together depends on what a company has switched on. */
const MOST_NAMES = 1_000;
/** A text that comes so often is named: one that is never the same again would fill connections with plans of no use. */
const OFTEN = 3;
/** Texts that came less often are remembered, the last so many of them. */
const MOST_SEEN = 500;

/** Short names for the texts of statements that come again and again, under which connections keep their plans. */
export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #seen = new Map<string, number>();

  /** The name of a text; none while it came seldom, or where there are too many already. */
  of(sql: string): string | undefined {
    const known = this.#names.get(sql);
    if (known !== undefined || this.#names.size >= MOST_NAMES) return known;
    const times = (this.#seen.get(sql) ?? 0) + 1;
    this.#seen.delete(sql);
    if (times >= OFTEN) {
      const name = `prepared-${this.#names.size}`;
      this.#names.set(sql, name);
      return name;
    }
    this.#seen.set(sql, times);
    if (this.#seen.size > MOST_SEEN) this.#seen.delete(this.#seen.keys().next().value!);
    return undefined;
  }
}
