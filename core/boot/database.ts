import { join } from 'node:path';
import type { Config } from '../../config/default.ts';
import type { Knex } from 'knex';
import type { Plugin } from '../contract.ts';
import { joinEmbeddedPostgres, startEmbeddedPostgres } from '../data/embedded-postgres.ts';
import { openPool } from '../data/knex.ts';
import { migrate, missingMigrations } from '../data/migrate.ts';
import { oneProcess } from '../data/one-process.ts';
import { onceInstalled } from '../data/remains.ts';
import { appRole, ensureAppRole, setRights } from '../data/roles.ts';
import { ownerByName, readTables } from '../data/tables.ts';
import { prepareScheduler } from '../jobs/scheduler.ts';
import { rightsOf, tableFaults } from './checks/tables.ts';
import { type Fault, sentenceOf } from './fault.ts';

export interface Database {
  /** Owner's url. */
  url: string;
  stop(): Promise<void>;
}

/** Where the embedded database lies. */
export const embeddedDir = (config: Config): string => join(config.localDir, 'postgres');

/** The database of the installation: the given one, or the embedded one below `localDir`. */
export async function openDatabase(config: Config, log: (line: string) => void): Promise<Database> {
  return given(config) ?? startEmbeddedPostgres(embedded(config, log));
}

/** The same for a command that may run beside the product. */
export async function joinDatabase(config: Config, log: (line: string) => void): Promise<Database> {
  return given(config) ?? joinEmbeddedPostgres(embedded(config, log));
}

const given = ({ databaseUrl }: Config): Database | null => (databaseUrl ? { url: databaseUrl, stop: async () => undefined } : null);

const embedded = (config: Config, log: (line: string) => void) => ({
  dir: embeddedDir(config),
  // What the server says of its daily life is no news to whoever started the product.
  log: (line: string) => (line.includes(' LOG:  ') ? undefined : log(line)),
});

export interface Prepared {
  /** Migrations that ran now. */
  ran: string[];
  /** Migrations of plugins that are no longer installed; their tables stay as they are. */
  missing: string[];
  /** Migrations of the next release, beside which this code may still run. */
  ahead: string[];
  /** What is wrong with the migrations and tables of plugins; those plugins are to count as off. */
  faults: readonly Fault[];
}

/**
 * Schema to head, Agenda's tables, and the serving role with rights on registered tables alone. Processes that start together do it one
 * after the other: two that change the same table or right at the same time would fail.
 * @throws OlderThanSchema when this code must not serve the database.
 * @throws Error when the kernel's own tables are not as they should be.
 */
export async function prepareDatabase(config: Config, ownerUrl: string, plugins: readonly Plugin[]): Promise<Prepared> {
  const owner = openPool({ url: ownerUrl, max: 2, name: 'owner', scope: 'platform', statementTimeoutMs: 600_000 });
  try {
    return await oneProcess(owner, async () => {
      const { ran, faults, ahead, current } = await migrate(owner, plugins);
      await prepareScheduler(ownerUrl);
      await ensureAppRole(owner, config);
      return {
        ran,
        ahead,
        missing: await missingMigrations(owner, plugins),
        faults: [...faults, ...(await openTables(owner, config, plugins, current))],
      };
    });
  } finally {
    await owner.destroy();
  }
}

/** Checks the tables and lets the serving role use those that are as they should be; answers what is wrong with the others. */
async function openTables(owner: Knex, config: Config, plugins: readonly Plugin[], current: ReadonlySet<string>): Promise<Fault[]> {
  const role = appRole(config);
  return owner.transaction(async (trx) => {
    const tables = await readTables(trx, role);
    const faults = tableFaults(tables, plugins, current);
    const own = faults.filter(({ plugin }) => plugin === 'core');
    if (own.length > 0) throw new Error(own.map(sentenceOf).join('; '));
    const everybody = [...new Set([...current, ...plugins.map(({ manifest }) => manifest.id), ...(await onceInstalled(trx))])];
    await setRights(trx, role, tables, rightsOf(tables, plugins, faults), (name) => {
      const by = ownerByName(name, everybody);
      return by !== undefined && !current.has(by);
    });
    return faults;
  });
}
