import type { QueryArrayResult, QueryResult } from 'pg';

/** A statement as Knex hands it to its client, its bindings in place. */
export interface Query {
  sql: string;
  bindings?: readonly unknown[];
  options?: { prepare?: boolean; [ofTheDriver: string]: unknown };
  response?: Answer;
}
type Answer = Pick<QueryResult<Record<string, unknown>>, 'command' | 'rowCount' | 'rows' | 'fields'>;

/** Reads, and does nothing besides. */
const READS = /^\s*select\b/i;
const DOES_MORE = /\bfor\s+(?:no\s+key\s+)?(?:update|share|key\s+share)\b|\b(?:pg_notify|pg_\w*advisory\w*|nextval|setval|set_config)\s*\(/i;
const ENTERS_SCOPE = /^\s*select set_config\('app\.scope'/;

/**
 * What a reading transaction was answered. Whoever asks the same again within it gets the same answer without a way to the database. Any
 * statement that may change something forgets all of it; another scope of row-level security has answers of its own.
 */
export class ReadCache {
  readonly #answers = new Map<string, Promise<Answer>>();
  #scope: string;

  /** `scope`: the statement that set it. */
  constructor(scope: string) {
    this.#scope = scope;
  }

  /** What was answered to this statement, or what `ask` answers. Those who get it may change it without each other's noticing. */
  async answer(query: Query, ask: () => Promise<Answer>): Promise<Answer> {
    const key = this.#keyOf(query);
    if (key === null) return ask();
    const known = this.#answers.get(key);
    if (!known) {
      const asked = ask();
      this.#answers.set(key, asked);
      asked.catch(() => this.#answers.delete(key));
      return copyOf(await asked);
    }
    return copyOf(await known);
  }

  has(query: Query): boolean {
    const key = this.#keyOf(query);
    return key !== null && this.#answers.has(key);
  }

  keep(query: Query, answer: Answer): void {
    const key = this.#keyOf(query);
    if (key !== null) this.#answers.set(key, Promise.resolve(answer));
  }

  forget(): void {
    this.#answers.clear();
  }

  /** Null where the statement cannot be answered from here. */
  #keyOf({ sql, bindings = [], options = {} }: Query): string | null {
    if (ENTERS_SCOPE.test(sql)) this.#scope = sql;
    else if (!READS.test(sql) || DOES_MORE.test(sql)) this.forget();
    else if (Object.keys(options).every((name) => name === 'prepare')) return JSON.stringify([this.#scope, sql, bindings]);
    return null;
  }
}

const copyOf = (answer: Answer): Answer => ({ ...answer, rows: structuredClone(answer.rows) });

/** One statement that asks all the others: a row of it has the n-th row of each, behind that row's number, in columns from `#` to `#`. */
export const together = (statements: readonly string[]): string =>
  `select ${statements.map((_, n) => `q${n}.*`).join(', ')} from ${statements
    .map((sql, n) => `(select row_number() over ()::int as "#", q.* from (${sql}) q) q${n}${n > 0 ? ' using ("#")' : ''}`)
    .join(' full join ')}`;

/** The answers to each of the statements. */
export function apart({ fields, rows }: Pick<QueryArrayResult, 'fields' | 'rows'>): Answer[] {
  const starts = fields.flatMap(({ name }, at) => (name === '#' ? [at] : []));
  return starts.map((start, n) => {
    const own = fields.slice(start + 1, starts[n + 1]);
    const found = rows.filter((row) => row[start] !== null).toSorted((a, b) => a[start] - b[start]);
    return {
      command: 'SELECT',
      rowCount: found.length,
      fields: own,
      rows: found.map((row) => Object.fromEntries(own.map(({ name }, at) => [name, row[start + 1 + at]]))),
    };
  });
}
