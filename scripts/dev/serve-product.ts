import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { failed, runProcess } from '../../core/boot/process.ts';
import { freePort } from '../../core/http/free-port.ts';
import { developersPlugins } from '../catalogue/load.ts';
import { isEmpty } from '../demo/is-empty.ts';
import { fillFixture, fixtureDatabase } from './fixture.ts';
import type { Given, Opened } from './messages.ts';

const SESSION = { ip: '127.0.0.1', agent: 'npm run dev', aal: 1, aalNeeded: 1 } as const;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

interface Hearers {
  /** It begins to make its first data. */
  filling(): void;
  ready(answer: { port: number; opened?: Opened }): void;
}

/** Starts the product behind the developer's address and says when it may be asked; ends the process where it cannot serve. */
export async function serveProduct(given: Given, { filling, ready }: Hearers): Promise<void> {
  const { origin, pagesDir, plugin, isFirst, opened } = given;
  const databaseUrl = plugin ? await fixtureDatabase(plugin, given.databaseUrl, opened !== undefined) : given.databaseUrl;
  const auditDir = join(pagesDir, 'audit');
  if (plugin && !opened) await rm(auditDir, { recursive: true, force: true }); // its anchors are those of a database that is gone
  await runProcess({
    plugins: developersPlugins,
    host: '127.0.0.1',
    config: {
      port: await freePort(0),
      publicOrigin: origin,
      buildDir: pagesDir,
      databaseUrl,
      trustedHops: 1,
      ...(plugin ? { demo: false, auditDir } : {}),
    },
    async whileServing(kernel, serving) {
      const { port } = serving;
      if (plugin) {
        if (!opened) filling();
        const { page, email, accountId } = opened ?? (await fillFixture(plugin, { kernel, serving, databaseUrl }));
        ready({ port, opened: { page, email, accountId, token: await kernel.sessions.open({ accountId, ...SESSION }) } });
        return async () => undefined;
      }
      const isNew = kernel.config.demo && (await isEmpty(kernel));
      if (isNew) filling();
      else ready({ port }); // the shop may open a moment later
      const { serveDemo } = await import('../demo/serve.ts');
      const stop = kernel.config.demo ? await serveDemo(kernel, serving, isFirst ? say : () => undefined) : async () => undefined;
      if (isNew) ready({ port });
      return stop;
    },
  }).catch(failed);
}
