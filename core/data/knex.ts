import createKnex, { type Knex } from 'knex';
import pg from 'pg';
import { ScopedClient } from './scoped-client.ts';

/** bigint and numeric stay text: the reader decides. Dates without time stay text too, so no zone is invented. */
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

export interface PoolOptions {
  url: string;
  max: number;
  /** The scope every connection starts with; only `platform` pools have one. */
  scope?: 'platform';
  statementTimeoutMs?: number;
  /** How long somebody waits for a connection before it is an error; default two seconds. */
  waitMs?: number;
  /**
   * What only reads is planned once for each connection as well. For the kernel and its queues, which ask the same few things for as long as a process
   * lives; the lists of companies differ too much for that.
   */
  plansReadsOnce?: boolean;
  name: string;
}

const WAIT_MS = 2_000;
/** How long an idle connection stays: what is done every minute keeps its own, for a new one costs the database as much as hundreds of statements. */
export const IDLE_MS = 90_000;

/** Whoever asked gets the error; Knex would print it besides, past the log. */
const QUIET = { warn: () => undefined, error: () => undefined, debug: () => undefined, deprecate: () => undefined };

/** A Knex pool with the time limits of docs/security.md: nothing waits for ever. */
export function openPool(options: PoolOptions): Knex {
  const guc = [
    `-c statement_timeout=${options.statementTimeoutMs ?? 10_000}`,
    '-c idle_in_transaction_session_timeout=15000',
    '-c lock_timeout=5000',
    '-c timezone=UTC',
    '-c random_page_cost=1.1', // solid-state disks: an index is nearly as cheap to read as a table
    ...(options.scope ? [`-c app.scope=${options.scope}`] : []),
  ].join(' ');
  return createKnex({
    client: ScopedClient as unknown as typeof Knex.Client,
    connection: {
      connectionString: options.url,
      application_name: options.name,
      options: guc,
      connectionTimeoutMillis: options.waitMs ?? WAIT_MS,
      pipeline: true, // statements that do not wait for each other's answers go out together
    } as Knex.PgConnectionConfig,
    plansReadsOnce: options.plansReadsOnce ?? false,
    pool: { min: 0, max: options.max, acquireTimeoutMillis: options.waitMs ?? WAIT_MS, idleTimeoutMillis: IDLE_MS },
    asyncStackTraces: false,
    log: QUIET,
  });
}

/** One connection outside every pool, e.g. for LISTEN; the caller ends it. When it is lost, `end` says so. */
export async function openClient(url: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: name, connectionTimeoutMillis: WAIT_MS });
  // Before the first byte: a server that stops can say so together with its welcome, and an error that nobody hears ends the process.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Plain pg pool, for the paths that must not pay for a query builder. */
export function openRawPool(options: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.max,
    application_name: options.name,
    connectionTimeoutMillis: options.waitMs ?? WAIT_MS,
    idleTimeoutMillis: IDLE_MS,
    options: `-c statement_timeout=${options.statementTimeoutMs ?? 10_000} -c app.scope=${options.scope ?? 'none'} -c timezone=UTC`,
  });
  pool.on('error', () => undefined); // an idle connection died with the server; the next query reports it
  return pool;
}
