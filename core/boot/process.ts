import { styleText } from 'node:util';
import { type Config, loadConfig } from '../../config/default.ts';
import type { Plugin } from '../contract.ts';
import { OlderThanSchema } from '../data/schema-age.ts';
import { freePort } from '../http/free-port.ts';
import { openDatabase, prepareDatabase } from './database.ts';
import { sentenceOf } from './fault.ts';
import { keepHeapSmall } from './heap.ts';
import { firstOfEachName, type Loaded, loadPlugins } from './load.ts';
import { serve, type Serving } from './serve.ts';
import type { PluginState } from './registry.ts';
import { type RunningKernel, startKernel } from './start.ts';

export interface ProcessHooks {
  /** In place of what the environment says. */
  config?: Partial<Config>;
  /** Where it listens; on every address when left out. */
  host?: string;
  /** Plugins besides those that are installed: tools of whoever develops. */
  plugins?(config: Config): Promise<readonly Plugin[]>;
  /** Before the database is opened. */
  beforeDatabase?(config: Config): Promise<void>;
  /** While it serves; answers what to stop at the end. */
  whileServing?(kernel: RunningKernel, serving: Serving): Promise<() => Promise<void>>;
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const inRed = (line: string): void => void process.stderr.write(`${styleText('red', line, { stream: process.stderr })}\n`);

/** Says in red what is wrong with a plugin, a line for each fault. */
const complain = ({ id, faults }: Pick<PluginState, 'id' | 'faults'>): void =>
  faults.forEach((fault) => inRed(`Plugin ${id} is off: ${sentenceOf(fault)}`));

/** Migrates, then serves with the roles of the configuration until a signal comes. */
export async function runProcess(hooks: ProcessHooks = {}): Promise<void> {
  keepHeapSmall();
  const given = { ...loadConfig(), ...hooks.config };
  await hooks.beforeDatabase?.(given);
  const { config, stop: stopDatabase, loaded, faults, migrations } = await ready(given, await hooks.plugins?.(given));
  const stops = [stopDatabase];
  const isStopping = onSignal(async () => {
    for (const stop of stops.toReversed()) await stop();
  });
  try {
    const kernel = await startKernel(config, loaded, { faults, migrations });
    if (config.environment === 'development') kernel.registry.report.forEach(complain);
    stops.push(() => kernel.close());
    const serving = await serve(kernel, { ...(hooks.host && { host: hooks.host }) });
    stops.push(() => serving.stop());
    say(`Serving on ${kernel.config.publicOrigin}`);
    const stopHook = await hooks.whileServing?.(kernel, serving);
    if (stopHook) stops.push(stopHook);
  } catch (error) {
    // What a stop cuts off is no failure; the stop ends the process.
    if (!isStopping()) throw error;
  }
}

/** Brings the schema to head and says what ran. */
export async function migrateOnly(): Promise<void> {
  const {
    migrations: { ran },
    faults,
    stop,
  } = await ready(loadConfig());
  say(ran.length > 0 ? `Migrated: ${ran.join(', ')}` : 'Nothing to migrate.');
  await stop();
  if (faults.length > 0) throw new Error(faults.map((fault) => `${fault.plugin}: ${sentenceOf(fault)}`).join('\n'));
}

async function ready(given: Config, further: readonly Plugin[] = []) {
  const port = given.environment === 'development' ? await freePort(given.port) : given.port;
  if (port !== given.port) say(`Port ${given.port} is taken; using ${port}.`);
  const database = await openDatabase(given, say);
  const config = { ...given, port, publicOrigin: given.publicOrigin.replace(`:${given.port}`, `:${port}`), databaseUrl: database.url };
  const besides = further.map((plugin): Loaded => ({ name: plugin.manifest.id, plugin, problem: null, milliseconds: 0 }));
  const loaded = [...(await loadPlugins(config.plugins)), ...besides];
  const plugins = firstOfEachName(loaded).map((l) => l.plugin);
  const { ran, missing, ahead, faults } = await prepareDatabase(config, database.url, plugins).catch(async (error: unknown) => {
    await database.stop();
    throw error;
  });
  if (missing.length > 0) say(`Tables of plugins that are no longer installed stay: ${missing.join(', ')}`);
  if (ahead.length > 0) say(`The database is one release ahead: ${ahead.join(', ')}`);
  return { config, loaded, migrations: { ran, ahead, missing }, faults, stop: () => database.stop() };
}

/** First signal: stop in order, at most 25 s. Second signal: leave at once. Answers how to ask whether one came. */
function onSignal(stop: () => Promise<void>): () => boolean {
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopping = true;
      setTimeout(() => process.exit(1), 25_000).unref();
      void stop().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  }
  return () => stopping;
}

/** Ends the process with the error's own words, and its exit code if it has one. */
export function failed(error: unknown): never {
  // A mistake in the code is found by its place; what was thrown on purpose says all in its message.
  inRed(
    error instanceof TypeError || error instanceof ReferenceError ? error.stack! : error instanceof Error ? error.message : String(error),
  );
  process.exit(error instanceof OlderThanSchema ? error.exitCode : 1);
}
