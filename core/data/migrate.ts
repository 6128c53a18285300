import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Knex } from 'knex';
import { MIGRATION_FILE } from '../boot/checks/migrations.ts';
import { orderPlugins } from '../boot/order.ts';
import type { Plugin } from '../contract.ts';

interface Step {
  name: string;
  file: URL;
}

/** `<owner>/<file>` over all installed plugins: stock knex skips equal base names and dies when a plugin is removed. */
class PluginMigrations implements Knex.MigrationSource<Step> {
  readonly steps: readonly Step[];
  constructor(steps: readonly Step[]) {
    this.steps = steps;
  }
  async getMigrations(): Promise<Step[]> {
    return [...this.steps];
  }
  getMigrationName(step: Step): string {
    return step.name;
  }
  async getMigration(step: Step): Promise<Knex.Migration> {
    const { up } = (await import(step.file.href)) as Pick<Knex.Migration, 'up'>;
    return { up, down: () => Promise.reject(new Error('migrations only go forward')) };
  }
}

/**
 * Brings the schema to head: core first, then every installed plugin in dependency order, switched on or not.
 * Returns the names that ran. Throws when two files claim one name.
 */
export async function migrate(owner: Knex, plugins: readonly Plugin[]): Promise<string[]> {
  const sources = [{ owner: 'core', folder: new URL('../../migrations/', import.meta.url) }];
  const { order } = orderPlugins(plugins.map((p) => p.manifest));
  for (const plugin of [...plugins].sort((a, b) => order.indexOf(a.manifest.id) - order.indexOf(b.manifest.id))) {
    if (plugin.migrations) sources.push({ owner: plugin.manifest.id, folder: withSlash(plugin.migrations) });
  }
  const steps: Step[] = [];
  for (const source of sources) {
    const files = (await readdir(fileURLToPath(source.folder))).filter((f) => MIGRATION_FILE.test(f)).sort();
    for (const file of files) steps.push({ name: `${source.owner}/${file}`, file: new URL(file, source.folder) });
  }
  const twice = steps.find((s, i) => steps.findIndex((other) => other.name === s.name) !== i);
  if (twice) throw new Error(`Two migrations are called ${twice.name}.`);
  const config = {
    migrationSource: new PluginMigrations(steps),
    tableName: 'core_migration',
    disableMigrationsListValidation: true, // a removed plugin leaves its rows; see missingMigrations
  };
  return alone(owner, async () => {
    await owner.migrate.forceFreeMigrationsLock(config);
    const [, ran] = (await owner.migrate.latest(config)) as [number, string[]];
    return ran;
  });
}

/** One process at a time, by a lock that ends with its connection: Knex's own outlives a crash and would stop every later start. */
async function alone<R>(owner: Knex, work: () => Promise<R>): Promise<R> {
  const connection = (await owner.client.acquireConnection()) as { query(sql: string): Promise<unknown> };
  try {
    await connection.query(`set lock_timeout = 0; select pg_advisory_lock(hashtext('core_migration'))`);
    return await work();
  } finally {
    await connection.query(`select pg_advisory_unlock(hashtext('core_migration')); reset lock_timeout`);
    await owner.client.releaseConnection(connection);
  }
}

/** Migrations that ran once but whose files are gone: a plugin was removed, its tables stay. */
export async function missingMigrations(owner: Knex, plugins: readonly Plugin[]): Promise<string[]> {
  const installed = new Set(['core', ...plugins.map((p) => p.manifest.id)]);
  const rows = (await owner('core_migration').select('name')) as { name: string }[];
  return rows.map((r) => r.name).filter((name) => !installed.has(name.split('/')[0]!));
}

const withSlash = (url: URL): URL => (url.href.endsWith('/') ? url : new URL(`${url.href}/`));
