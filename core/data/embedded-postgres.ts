import { rmSync } from 'node:fs';
import { settlePlace } from './embedded-postgres/binaries.ts';
import { dataDirOf, ensureCluster, passwordOf } from './embedded-postgres/cluster.ts';
import { serverAccount } from './embedded-postgres/os-user.ts';
import { DatabaseInUseError, takeOwnership } from './embedded-postgres/owner-lock.ts';
import { readyPort, startPostmaster, stopAbandoned } from './embedded-postgres/postmaster.ts';

export { DatabaseInUseError };

export interface EmbeddedPostgresOptions {
  /** Folder for the data, the password and the owner's mark; created when missing. */
  dir: string;
  /** Port on 127.0.0.1; a free one when left out. */
  port?: number;
  /** Receives the server's own lines and ours; silent when left out. */
  log?: (line: string) => void;
  /** Server settings (`postgresql.conf` names); they win over the defaults here. */
  settings?: Record<string, string | number>;
  /** For tests: trades safety after a power cut for speed, and allows many connections. */
  fast?: boolean;
  /** Throws away what an earlier run left in `dir` and begins with an empty database. */
  fresh?: boolean;
}

export interface EmbeddedPostgres {
  /** Address of the database `postgres` as superuser, password included. */
  url: string;
  port: number;
  /** Where the data really lies; differs from the wanted folder when the server's account cannot enter that one. */
  dir: string;
  /** Stops the server (fast shutdown, by force after ten seconds). Safe to call twice, and when the server died before. */
  stop(): Promise<void>;
}

const BASE_SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  // A table grows fast on its first day; plans made for an empty one must not last a minute.
  autovacuum_naptime: '10s',
};

const FAST_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: 200,
  // Thousands of connections, to databases that live for seconds.
  scram_iterations: 1,
  // What was written before is not kept for later.
  wal_recycle: 'off',
  wal_init_zero: 'off',
};

/**
 * Runs a real PostgreSQL server for this process, from the programs in node_modules.
 * Heals what a killed predecessor left behind: a server still running, a stale lock, a half-made database.
 * @throws DatabaseInUseError when another running process owns the same folder.
 * @throws Error in plain words when no server can run here.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const log = options.log ?? (() => {});
  const place = await settlePlace(options.dir, serverAccount(), log);
  const giveBack = takeOwnership(place.dir);
  try {
    await stopAbandoned(place, log);
    if (options.fresh) rmSync(dataDirOf(place.dir), { recursive: true, force: true, maxRetries: 5 });
    const password = await ensureCluster(place);
    const settings = { ...BASE_SETTINGS, ...(options.fast ? FAST_SETTINGS : {}), ...options.settings };
    const server = await startPostmaster(place, settings, options.port, log);
    return {
      url: urlOf(password, server.port),
      port: server.port,
      dir: place.dir,
      stop: () => server.stop().finally(giveBack),
    };
  } catch (error) {
    giveBack();
    throw error;
  }
}

/**
 * The server of `dir` for a command: the one that another process runs there, which then goes on, or one of its own.
 * @throws DatabaseInUseError when that process has no server that answers.
 */
export async function joinEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<Pick<EmbeddedPostgres, 'url' | 'stop'>> {
  try {
    return await startEmbeddedPostgres(options);
  } catch (error) {
    if (!(error instanceof DatabaseInUseError)) throw error;
    const { dir } = await settlePlace(options.dir, serverAccount(), options.log ?? (() => {}));
    const port = readyPort(dir);
    if (port === undefined) throw error;
    return { url: urlOf(passwordOf(dir), port), stop: async () => undefined };
  }
}

const urlOf = (password: string, port: number): string => `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
