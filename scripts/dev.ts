/**
 * `npm run dev`: the product of `npm start` for whoever changes it. The server starts again after each change, the browser takes changes of
 * `ui/` while it runs. `npm run dev -- <plugin>` serves the test data of a plugin and opens its first page, signed in.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { ViteDevServer } from 'vite';
import { loadConfig } from '../config/default.ts';
import { openDatabase } from '../core/boot/database.ts';
import { failed } from '../core/boot/process.ts';
import { freePort } from '../core/http/free-port.ts';
import { clearUnfinished } from './demo/unfinished.ts';
import { openFront } from './dev/front.ts';
import { OPEN_PATH } from './dev/open-page.ts';
import { RestartingServer } from './dev/restarting-server.ts';

const ROOT = resolve(import.meta.dirname, '..');
const WATCHED = [
  'config',
  'core',
  'migrations',
  'plugins',
  'scripts/catalogue',
  'scripts/demo',
  'scripts/dev',
  'tests/support',
  'ui/src/pixel',
];
/** No part of the serving process: tests, texts for readers, and what browsers are given. */
const NO_PART = /\.test\.tsx?$|\.snap$|\.md$|^plugins\/[^/]+\/[^/]+\/ui\//;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

await dev(process.argv.slice(2)).catch(failed);

async function dev([plugin, ...rest]: string[]): Promise<void> {
  const config = loadConfig();
  if (rest.length > 0 || (plugin !== undefined && !config.plugins.includes(plugin)))
    throw new Error(`npm run dev takes the name of one installed plugin, or nothing. Installed are: ${config.plugins.join(', ')}.`);
  if (config.environment === 'production') throw new Error('npm run dev is for development only; NODE_ENV is production.');
  if (config.demo && !plugin) await clearUnfinished(config, say);
  const database = await openDatabase(config, say);
  const stops = [() => database.stop()];
  stopOnSignal(stops);
  if (!existsSync(join(ROOT, '.local/pixel/pixel.js'))) buildPixel();

  const port = await freePort(config.port);
  if (port !== config.port && config.port > 0) say(`Port ${config.port} is taken; using ${port}.`);
  const origin = `http://localhost:${port}`;
  const pagesDir = join(config.localDir, 'dev');
  const server = new RestartingServer({
    file: join(ROOT, 'scripts/dev/server.ts'),
    cacheDir: join(ROOT, '.local/dev-cache'),
    given: { origin, pagesDir, plugin, databaseUrl: database.url, isFirst: true },
    onReady: () => front.ws.send({ type: 'full-reload' }),
  });
  stops.push(() => server.stop());
  const front = await openFront({ root: ROOT, port, pagesDir, server });
  stops.push(() => front.close());

  front.watcher.add(WATCHED.map((folder) => join(ROOT, folder)));
  front.watcher.on('all', (_event, path) => {
    const file = relative(ROOT, path);
    if (NO_PART.test(file) || !WATCHED.some((folder) => file.startsWith(`${folder}/`))) return;
    if (file.startsWith('ui/')) buildPixel();
    server.restart();
  });
  server.restart();
  if (plugin) await offer(server, front, `${origin}${OPEN_PATH}`);
}

/** In a process of its own: a build makes its process one of production. */
function buildPixel(): void {
  spawnSync(process.execPath, [join(ROOT, 'scripts/build-pixel.ts')], { stdio: 'inherit' });
}

async function offer(server: RestartingServer, front: ViteDevServer, address: string): Promise<void> {
  await server.running();
  if (!server.opened) return;
  say(`\n  Test data of the plugin, signed in as ${server.opened.email}:  ${address}\n`);
  front.config.server.open = address;
  if (process.stdout.isTTY) front.openBrowser();
}

function stopOnSignal(stops: (() => Promise<unknown>)[]): void {
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, async () => {
      if (stopping) process.exit(1);
      stopping = true;
      for (const stop of stops.toReversed()) await stop().catch(() => undefined);
      process.exit(0);
    });
}
