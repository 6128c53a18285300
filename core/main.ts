import { loadConfig } from '../config/default.ts';
import { INSTALLED } from '../config/plugins.ts';
import { openDatabase, prepareDatabase } from './boot/database.ts';
import { loadPlugins } from './boot/load.ts';
import { serve } from './boot/serve.ts';
import { startKernel } from './boot/start.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/**
 * The process. `node core/main.ts` migrates and serves with the roles of `ROLES`; `node core/main.ts migrate` only migrates.
 */
async function main(command: string | undefined): Promise<void> {
  const config = loadConfig();
  const database = await openDatabase(config, say);
  const settled = { ...config, databaseUrl: database.url };
  const loaded = await loadPlugins(INSTALLED);
  const ran = await prepareDatabase(settled, database.url, loaded.flatMap((l) => (l.plugin ? [l.plugin] : [])));
  if (command === 'migrate') {
    say(ran.length > 0 ? `Migrated: ${ran.join(', ')}` : 'Nothing to migrate.');
    return database.stop();
  }
  const kernel = await startKernel(settled, loaded);
  const serving = await serve(kernel);
  say(`Serving on http://localhost:${serving.port}`);
  onSignal(async () => {
    await serving.stop();
    await kernel.close();
    await database.stop();
  });
}

/** First signal: stop in order, at most 25 s. Second signal: leave at once. */
function onSignal(stop: () => Promise<void>): void {
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopping = true;
      setTimeout(() => process.exit(1), 25_000).unref();
      void stop().then(() => process.exit(0), () => process.exit(1));
    });
  }
}

main(process.argv[2]).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
