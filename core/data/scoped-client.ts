/* oxlint-disable no-underscore-dangle -- the names are Knex's */
import type { Socket } from 'node:net';
import PgTransaction from 'knex/lib/dialects/postgres/execution/pg-transaction.js';
import PgClient from 'knex/lib/dialects/postgres/index.js';
import { ListCompiler } from './list-compiler.ts';
import type { ReadCache } from './read-cache.ts';
import { StatementNames } from './statement-names.ts';
import { type Answer, isPlannedOnce, type Query } from './statement.ts';

declare module 'knex' {
  namespace Knex {
    interface Config {
      /** See `PoolOptions`. */
      plansReadsOnce?: boolean;
    }
  }
}

/** How a transaction of these pools may begin, beside what Knex knows. */
export interface Opening {
  /** What is sent in place of a bare `begin`, and begins the transaction itself. */
  opening?: string;
  /** Answers what is asked again, where the transaction only reads. */
  reads?: ReadCache | undefined;
}

/** A connection of the driver, as far as we look into it. */
interface Connection {
  connection: { stream: Socket };
  /** Set: Knex gives it to nobody any more. */
  __knex__disposed?: unknown;
}

/** Of each pool; all its clients have the same configuration. */
const namesOfPools = new WeakMap<object, StatementNames>();
function namesOf(pool: object): StatementNames {
  const names = namesOfPools.get(pool) ?? new StatementNames();
  namesOfPools.set(pool, names);
  return names;
}

/** Connections whose transaction has begun with nothing in it yet. */
const begun = new WeakSet<Connection>();

/**
 * Begins with a statement of the caller's: one message, so nothing can come between the beginning and the scope. Nothing waits for its answer
 * either, for the connection does what it is told in order.
 */
class OpenedTransaction extends PgTransaction {
  readonly #opening: string | undefined;
  readonly #reads: ReadCache | undefined;
  constructor(client: unknown, container: unknown, config?: Opening, outer?: unknown) {
    super(client, container, config, outer);
    this.#opening = config?.opening;
    this.#reads = config?.reads;
  }

  override begin(connection: Connection): Promise<unknown> {
    if (this.#opening === undefined) return super.begin(connection);
    const opening = { sql: this.#opening, options: { opens: true } };
    this.trxClient.query(connection, opening).catch((error: unknown) => this.#unopened(connection, error));
    (this.trxClient as ScopedClient).reads = this.#reads; // from here on, as the beginning is nothing that it reads
    return Promise.resolve();
  }

  /** Nobody waits for the end of what only read: there is nothing that could fail to be kept. */
  override commit(connection: Connection, value?: unknown): Promise<unknown> {
    if (!(this.trxClient as ScopedClient).reads?.hasOnlyRead) return super.commit(connection, value);
    const ended = this.trxClient.query(connection, 'COMMIT;').catch((error: unknown) => {
      connection.__knex__disposed = error;
    });
    this._completed = true;
    this._resolver(value);
    return ended;
  }

  /** What followed was done without a scope, to which nothing shows and which may write nothing; nobody uses the connection again. */
  #unopened(connection: Connection, error: unknown): void {
    connection.__knex__disposed = error;
    this._completed = true;
    this._rejecter(error);
  }
}

/** Knex's client for PostgreSQL whose transactions can begin within a scope, and which sends in one go what is asked for in one go. */
export class ScopedClient extends PgClient {
  /** Of a transaction that only reads: what it was answered. */
  reads: ReadCache | undefined;

  override transaction(container: unknown, config?: Opening, outer?: unknown): OpenedTransaction {
    this.reads = undefined; // what is done within a savepoint is not seen from here
    return new OpenedTransaction(this, container, config, outer);
  }

  override queryCompiler(builder: unknown, bindings: unknown): ListCompiler {
    return new ListCompiler(this, builder, bindings);
  }

  /**
   * A statement with the option `prepare` is planned once for each connection instead of each time, as soon as its text comes again and again:
   * worth it for what every request asks. So is what changes rows, without saying so. What is asked side by side is prepared together, besides what
   * says `prepare: false`: that is planned for what it is asked.
   *
   * A message to the database costs more to send than to write: all of one turn of the event loop are sent together. */
  override async _query(connection: Connection, query: Query): Promise<unknown> {
    const ask = (asked: Query): Promise<Answer> => this.sent(connection, asked);
    query.response = await (this.reads ? this.reads.answer(query, ask) : ask(query));
    return query;
  }

  /** The answer of the database. Not a private field: Knex makes the client of a transaction from the prototype. */
  private async sent(connection: Connection, query: Query): Promise<Answer> {
    const { prepare, opens, ...options } = query.options ?? {};
    if (opens) hold(connection);
    else release(connection);
    const message = {
      ...query,
      options:
        (prepare ?? isPlannedOnce(query, this.config.plansReadsOnce)) ? { ...options, name: namesOf(this.config).of(query.sql) } : options,
    };
    await super._query(connection, message);
    return message.response!;
  }
}

/** What begins a transaction is written with what comes first in it, however many turns that is built for; or soon, where nothing comes. */
function hold(connection: Connection): void {
  const { stream } = connection.connection;
  stream.cork();
  begun.add(connection);
  setImmediate(() => setImmediate(() => begun.delete(connection) && stream.uncork()));
}

/** What is told to a connection in one turn is written together. */
function release(connection: Connection): void {
  const { stream } = connection.connection;
  if (!begun.delete(connection)) stream.cork();
  process.nextTick(() => stream.uncork());
}
