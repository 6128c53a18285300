import type { QueryArrayResult } from 'pg';
import { apart, together } from './one-statement.ts';
import { type Answer, mayBePlannedOnce, onlyReads, type Query } from './statement.ts';

type Ask = (query: Query) => Promise<Answer>;

const ENTERS_SCOPE = /^\s*select set_config\('app\.scope'/;

interface Waiting {
  query: Query;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}
/** Statements that are asked side by side and not sent yet. */
interface Batch {
  waiting: Waiting[];
}

/**
 * What a reading transaction was answered. Whoever asks the same again within it gets the same answer without a way to the database. Any
 * statement that may change something forgets all of it; another scope of row-level security has answers of its own.
 */
export class ReadCache {
  readonly #answers = new Map<string, Promise<Answer>>();
  #scope: string;
  #batch: Batch | null = null;
  #hasOnlyRead = true;
  readonly #changing: RegExp | null;

  /** `scope`: the statement that set it. `changing`: what calls of functions that may change something look like. */
  constructor(scope: string, changing: RegExp | null = null) {
    this.#scope = scope;
    this.#changing = changing;
  }

  /** Nothing was asked so far that may change something. */
  get hasOnlyRead(): boolean {
    return this.#hasOnlyRead;
  }

  #mayHaveChanged(): void {
    this.#hasOnlyRead = false;
    this.#answers.clear();
  }

  /** What was answered to this statement, or what `ask` answers. Those who get it may change it without each other's noticing. */
  async answer(query: Query, ask: Ask): Promise<Answer> {
    if (!this.#isRead(query)) {
      if (this.#batch) throw new Error(`only what reads is asked side by side: ${query.sql}`);
      if (ENTERS_SCOPE.test(query.sql)) this.#scope = query.sql;
      else this.#mayHaveChanged();
      return ask(query);
    }
    const key = JSON.stringify([this.#scope, query.sql, query.bindings]);
    const asked = this.#answers.get(key) ?? (this.#batch ? this.#later(this.#batch, query, ask) : ask(query));
    if (!this.#answers.has(key)) {
      this.#answers.set(key, asked);
      asked.catch(() => this.#answers.delete(key));
    }
    return copyOf(await asked);
  }

  /** What the work asks at one moment is one statement. It may only read, and in the scope that there is; anything else throws. */
  async sideBySide<R>(work: () => Promise<R>): Promise<R> {
    if (this.#batch) return work();
    this.#batch = { waiting: [] };
    try {
      return await work();
    } finally {
      this.#batch = null;
    }
  }

  #later(batch: Batch, query: Query, ask: Ask): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    if (batch.waiting.length === 0) setImmediate(() => void send(batch, ask));
    batch.waiting.push({ query, resolve, reject });
    return promise;
  }

  #isRead({ sql, options = {} }: Query): boolean {
    const isPlain = Object.keys(options).every((name) => name === 'prepare');
    return isPlain && onlyReads(sql) && !this.#changing?.test(sql);
  }
}

const MOST_BINDINGS = 1_000;

/** What has to be planned for what it is asked stands apart: planning all of it each time would take longer than most of it does. */
async function send({ waiting }: Batch, ask: Ask): Promise<void> {
  const { planned = [], prepared = [] } = Object.groupBy(waiting.splice(0), ({ query }) =>
    mayBePlannedOnce(query) ? 'prepared' : 'planned',
  );
  await Promise.all([sendOne(prepared, ask, true), sendOne(planned, ask, false)]);
}

async function sendOne(all: readonly Waiting[], ask: Ask, prepare: boolean): Promise<void> {
  const [only] = all;
  if (!only) return;
  try {
    if (all.length === 1) return only.resolve(await ask(only.query));
    const one = together(all.map(({ query }) => query));
    const answer = await ask({ ...one, options: { rowMode: 'array', prepare: prepare && one.bindings.length <= MOST_BINDINGS } });
    const answers = apart(answer as unknown as QueryArrayResult);
    all.forEach(({ resolve }, n) => resolve(answers[n]!));
  } catch (error) {
    for (const { reject } of all) reject(error);
  }
}

const copyOf = (answer: Answer): Answer => ({ ...answer, rows: copied(answer.rows) as Answer['rows'] });

/** What the driver makes of rows: lists, plain objects, moments, and what nobody changes. */
function copied(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return value;
  if (Array.isArray(value)) return value.map(copied);
  if (value instanceof Date) return new Date(value);
  const copy: Record<string, unknown> = { ...value };
  for (const name in copy) if (typeof copy[name] === 'object') copy[name] = copied(copy[name]);
  return copy;
}
