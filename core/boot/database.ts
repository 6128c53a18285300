import { join } from 'node:path';
import type { Config } from '../../config/default.ts';
import type { Plugin } from '../contract.ts';
import { startEmbeddedPostgres } from '../data/embedded-postgres.ts';
import { openPool } from '../data/knex.ts';
import { migrate, missingMigrations } from '../data/migrate.ts';
import { ensureAppRole } from '../data/roles.ts';
import { prepareScheduler } from '../jobs/scheduler.ts';

export interface Database {
  /** Owner's url. */
  url: string;
  stop(): Promise<void>;
}

/** Where the embedded database lies. */
export const embeddedDir = (config: Config): string => join(config.localDir, 'postgres');

/** The database of the installation: the given one, or the embedded one below `localDir`. */
export async function openDatabase(config: Config, log: (line: string) => void): Promise<Database> {
  if (config.databaseUrl) return { url: config.databaseUrl, stop: async () => undefined };
  // What the server says of its daily life is no news to whoever started the product.
  return startEmbeddedPostgres({
    dir: embeddedDir(config),
    log: (line) => (line.includes(' LOG:  ') ? undefined : log(line)),
  });
}

export interface Prepared {
  /** Migrations that ran now. */
  ran: string[];
  /** Migrations of plugins that are no longer installed; their tables stay as they are. */
  missing: string[];
}

/** Schema to head, Agenda's tables, and the serving role with its rights. */
export async function prepareDatabase(config: Config, ownerUrl: string, plugins: readonly Plugin[]): Promise<Prepared> {
  const owner = openPool({ url: ownerUrl, max: 2, name: 'owner', scope: 'platform', statementTimeoutMs: 600_000 });
  try {
    const ran = await migrate(owner, plugins);
    await prepareScheduler(ownerUrl);
    await ensureAppRole(owner, config);
    return { ran, missing: await missingMigrations(owner, plugins) };
  } finally {
    await owner.destroy();
  }
}
