import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Knex } from 'knex';
import { MIGRATION_FILE } from '../boot/checks/migrations.ts';
import { type Fault, sentenceOf } from '../boot/fault.ts';
import { orderPlugins } from '../boot/order.ts';
import type { Plugin } from '../contract.ts';
import { FailedStep, faultOfStep, runStep } from './failed-step.ts';
import { ownerOfStep, type RanStep, stepsAhead } from './schema-age.ts';
import { prefixOf, tableNames } from './tables.ts';

interface Step {
  /** `<owner>/<file>.ts`, compiled or not: stock Knex skips equal base names and dies when a plugin is removed. */
  name: string;
  file: URL;
}

/** The migrations of the kernel or of one plugin. */
class OwnMigrations implements Knex.MigrationSource<Step> {
  readonly owner: string;
  readonly steps: readonly Step[];
  constructor(owner: string, steps: readonly Step[]) {
    this.owner = owner;
    this.steps = steps;
  }
  async getMigrations(): Promise<Step[]> {
    return [...this.steps];
  }
  getMigrationName(step: Step): string {
    return step.name;
  }
  async getMigration({ file }: Step): Promise<Knex.Migration> {
    const { up } = (await import(file.href).catch((error: unknown) => {
      throw new FailedStep(file, error);
    })) as Pick<Knex.Migration, 'up'>;
    return {
      up: (trx) => runStep(trx as Knex.Transaction, file, (inside) => namingOwnTables(inside, this.owner, up)),
      down: () => Promise.reject(new Error('migrations only go forward')),
    };
  }
}

export interface Migrated {
  /** The steps that ran now. */
  ran: string[];
  /** Why plugins stand where they stood before. Those that require them were left alone as well. */
  faults: Fault[];
  /** Steps of a newer release beside which this code may run. */
  ahead: string[];
  /** The kernel and those plugins all of whose steps ran, and of which no other step ever did. */
  current: ReadonlySet<string>;
}

/**
 * Brings the schema to head: core first, then every installed plugin in dependency order, switched on or not, each in a transaction of its own.
 * For one process at a time.
 * @throws OlderThanSchema before anything runs.
 * @throws Error when the kernel's own migrations fail.
 */
export async function migrate(owner: Knex, plugins: readonly Plugin[]): Promise<Migrated> {
  const { order, failed: unmet } = orderPlugins(plugins.map((p) => p.manifest));
  const inOrder = plugins.toSorted((a, b) => order.indexOf(a.manifest.id) - order.indexOf(b.manifest.id));
  const core = await migrationsOf('core', new URL('../../migrations/', import.meta.url));
  const own = new Map<string, OwnMigrations>();
  for (const { manifest, migrations } of inOrder)
    if (migrations) own.set(manifest.id, await migrationsOf(manifest.id, withSlash(migrations)));

  const before = await ranSteps(owner);
  const known = new Map([core, ...own.values()].map((source) => [source.owner, new Set(source.steps.map((s) => s.name))]));
  const ahead = stepsAhead(before, known);
  const done = new Set(before.map(({ name }) => name));
  const ran: string[] = [];
  const faults: Fault[] = [];
  const failed = new Set(unmet.keys());
  const run = async (source: OwnMigrations): Promise<void> => {
    if (source.steps.some((step) => !done.has(step.name))) ran.push(...(await runAll(owner, source)));
  };

  await run(core).catch((error: unknown) => {
    throw error instanceof FailedStep ? new Error(sentenceOf(faultOfStep('core', error)), { cause: error }) : error;
  });
  for (const { manifest } of inOrder) {
    const source = own.get(manifest.id);
    if (Object.keys(manifest.requires ?? {}).some((id) => failed.has(id))) failed.add(manifest.id);
    if (!source || failed.has(manifest.id)) continue;
    await run(source).catch((error: unknown) => {
      if (!(error instanceof FailedStep)) throw error;
      failed.add(manifest.id);
      faults.push(faultOfStep(manifest.id, error));
    });
  }
  const last = Math.max(0, ...before.map(({ batch }) => batch));
  if (ran.length > 0)
    await owner('core_migration')
      .where('batch', '>', last)
      .update({ batch: last + 1 });

  const behind = new Set(before.filter(({ name }) => !known.get(ownerOfStep(name))?.has(name)).map(({ name }) => ownerOfStep(name)));
  const present = ['core', ...inOrder.map(({ manifest }) => manifest.id)];
  return { ran, faults, ahead, current: new Set(present.filter((id) => !behind.has(id) && !failed.has(id))) };
}

async function migrationsOf(owner: string, folder: URL): Promise<OwnMigrations> {
  // A folder that cannot be read is a fault of the plugin's definitions.
  const files = await readdir(fileURLToPath(folder)).catch(() => []);
  const steps = files.filter((file) => MIGRATION_FILE.test(file)).toSorted();
  return new OwnMigrations(
    owner,
    steps.map((file) => ({ name: `${owner}/${file.replace(/js$/, 'ts')}`, file: new URL(file, folder) })),
  );
}

async function runAll(owner: Knex, source: OwnMigrations): Promise<string[]> {
  const config = {
    migrationSource: source,
    tableName: 'core_migration',
    disableMigrationsListValidation: true, // the table holds the steps of all plugins
  };
  await owner.migrate.forceFreeMigrationsLock(config);
  const [, ran] = (await owner.migrate.latest(config)) as [number, string[]];
  return ran;
}

/** Runs a step and refuses tables that would be taken for somebody else's. */
async function namingOwnTables(trx: Knex.Transaction, owner: string, up: Knex.Migration['up']): Promise<void> {
  const before = new Set(await tableNames(trx));
  await up(trx);
  const foreign = (await tableNames(trx)).find((name) => !before.has(name) && !name.startsWith(prefixOf(owner)));
  if (foreign && owner !== 'core') throw new Error(`makes the table ${foreign}, whose name must begin with "${prefixOf(owner)}"`);
}

async function ranSteps(owner: Knex): Promise<RanStep[]> {
  return (await owner.schema.hasTable('core_migration')) ? ((await owner('core_migration').select('name', 'batch')) as RanStep[]) : [];
}

/** Migrations that ran once but whose files are gone: a plugin was removed, its tables stay. */
export async function missingMigrations(owner: Knex, plugins: readonly Plugin[]): Promise<string[]> {
  const installed = new Set(['core', ...plugins.map((p) => p.manifest.id)]);
  return (await ranSteps(owner)).map((r) => r.name).filter((name) => !installed.has(ownerOfStep(name)));
}

const withSlash = (url: URL): URL => (url.href.endsWith('/') ? url : new URL(`${url.href}/`));
