import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { failed, runProcess } from '../../core/boot/process.ts';
import { freePort } from '../../core/http/server.ts';
import { isEmpty } from '../demo/seed.ts';
import { serveDemo } from '../demo/serve.ts';
import { fillFixture, fixtureDatabase } from './fixture.ts';
import type { Given, Opened } from './messages.ts';

const SESSION = { ip: '127.0.0.1', agent: 'npm run dev', aal: 1, aalNeeded: 1 } as const;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Starts the product behind the developer's address and answers where it listens; ends the process where it cannot serve. */
export async function serveProduct(given: Given, filling: () => void): Promise<{ port: number; opened?: Opened } | undefined> {
  const { origin, pagesDir, plugin, isFirst, opened } = given;
  const databaseUrl = plugin ? await fixtureDatabase(plugin, given.databaseUrl, opened !== undefined) : given.databaseUrl;
  const auditDir = join(pagesDir, 'audit');
  if (plugin && !opened) await rm(auditDir, { recursive: true, force: true }); // its anchors are those of a database that is gone
  let answer: { port: number; opened?: Opened } | undefined;
  await runProcess({
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
      if (plugin ? !opened : kernel.config.demo && (await isEmpty(kernel))) filling();
      if (plugin) {
        const { page, email, accountId } = opened ?? (await fillFixture(plugin, { kernel, serving, databaseUrl }));
        answer = { port, opened: { page, email, accountId, token: await kernel.sessions.open({ accountId, ...SESSION }) } };
        return async () => undefined;
      }
      const stop = kernel.config.demo ? await serveDemo(kernel, serving, isFirst ? say : () => undefined) : async () => undefined;
      answer = { port };
      return stop;
    },
  }).catch(failed);
  return answer;
}
