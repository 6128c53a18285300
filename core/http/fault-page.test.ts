import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:http';
import Koa from 'koa';
import { afterEach, expect, test } from 'vitest';
import type { PluginState } from '../boot/registry.ts';
import { faultPage } from './fault-page.ts';
import type { RequestState } from './request-state.ts';

const state = (id: string, found?: string): PluginState => ({
  id,
  version: '1.0.0',
  state: found ? 'failed' : 'on',
  problem: found ?? null,
  faults: found ? [{ code: 'any', plugin: id, definition: 'page "x"', found, remedy: 'mend it', file: `plugins/${id}/index.ts:7` }] : [],
  milliseconds: 1,
});

let server: Server;
afterEach(() => new Promise((done) => server.close(done)));

/** Serves "the product" behind the page; answers how to ask it. */
async function behind(...report: PluginState[]) {
  const app = new Koa<RequestState>();
  app.use(faultPage(report));
  app.use((ctx) => void (ctx.body = 'the product'));
  server = createServer(app.callback());
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return (path: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, {
      headers: { accept: 'text/html', ...headers },
      redirect: 'manual',
    });
}

test('pages say what is wrong with which plugin, and where', async () => {
  const ask = await behind(state('first'), state('second', 'names <nothing>'));
  const page = await ask('/dashboard');
  const text = await page.text();
  expect([page.status, page.headers.get('cache-control')]).toEqual([500, 'no-store']);
  expect(text).toContain('One plugin is off');
  expect(text).toContain('page &#34;x&#34; names &#60;nothing&#62;; mend it<br><code>plugins/second/index.ts:7</code>');
  expect(text).not.toContain('first');
});

test('calls and files are answered as ever, and so is everything without a fault', async () => {
  const ask = await behind(state('second', 'fails'));
  for (const path of ['/api/user', '/assets/main.js', '/favicon.ico']) expect(await (await ask(path)).text(), path).toBe('the product');
  server.close();
  expect(await (await (await behind(state('first')))('/dashboard')).text()).toBe('the product');
});

test('a developer may go on without these plugins, until the faults are others', async () => {
  const ask = await behind(state('second', 'fails'));
  const link = /href="(\?without=[^"]+)"/.exec(await (await ask('/dashboard')).text())![1]!;
  const on = await ask(`/dashboard${link}`);
  expect([on.status, on.headers.get('location')]).toEqual([302, '/dashboard']);
  const cookie = on.headers.get('set-cookie')!.split(';')[0]!;
  expect(await (await ask('/dashboard', { cookie })).text()).toBe('the product');
  server.close();
  expect((await (await behind(state('second', 'fails otherwise')))('/dashboard', { cookie })).status).toBe(500);
});
