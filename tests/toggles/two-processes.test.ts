import { afterAll, beforeAll, expect, test } from 'vitest';
import { INSTALLED } from '../../config/plugins.ts';
import { loadPlugins } from '../../core/boot/load.ts';
import { serve, type Serving } from '../../core/boot/serve.ts';
import { type RunningKernel, startKernel } from '../../core/boot/start.ts';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';
import { testConfig } from '../../core/testing/template.ts';
import { shelf } from '../support/shelf/index.ts';
import { grant } from '../support/switching.ts';
import { until } from '../support/until.ts';

let app: TestApp;
let second: { kernel: RunningKernel; serving: Serving };

beforeAll(async () => {
  app = await startTestApp({ plugins: [shelf] });
  const loaded = [...(await loadPlugins(INSTALLED)), { name: 'shelf', plugin: shelf, problem: null, milliseconds: 0 }];
  const kernel = await startKernel(testConfig(app.databaseUrl), loaded);
  second = { kernel, serving: await serve(kernel, { host: 'localhost', schedule: false }) };
});
afterAll(async () => {
  await second.serving.stop();
  await second.kernel.close();
  await app.close();
});

test('a switch thrown in one process acts in the other within a second', async () => {
  const { a } = app.fixtures;
  const token = await app.tokenOf(a.owner);
  const ask = async (): Promise<number> =>
    (await fetch(`http://localhost:${second.serving.port}/api/shelf`, { headers: { authorization: `Bearer ${token}` } })).status;
  expect(await ask()).toBe(200);
  for (const on of [false, true, false, true]) {
    await grant(app, a.tenant, 'shelf', on);
    await until(async () => (await ask()) === (on ? 200 : 404), 1_000);
  }
});

test('a session ended in one process is ended in the other, at once', async () => {
  const { a } = app.fixtures;
  const token = await app.kernel.sessions.open({ accountId: a.admin.id, ip: '', agent: '', aal: 1, aalNeeded: 1 });
  const ask = async (): Promise<number> =>
    (await fetch(`http://localhost:${second.serving.port}/api/user`, { headers: { authorization: `Bearer ${token}` } })).status;
  expect(await ask()).toBe(200);
  await app.kernel.sessions.endAll(a.admin.id);
  expect(await ask()).toBe(401);
});

test('rights that were taken in one process are gone in the other, at once', async () => {
  const { a } = app.fixtures;
  const token = await app.tokenOf(a.admin);
  const ask = async (): Promise<number> =>
    (await fetch(`http://localhost:${second.serving.port}/api/clients?Page=1&PerPage=1`, { headers: { authorization: `Bearer ${token}` } }))
      .status;
  const account = app.kernel.platform('core_account').where({ id: a.admin.id });
  expect(await ask()).toBe(200);
  for (const [rights, status] of [
    ['{}', 403],
    [null, 200],
  ] as const) {
    await account.clone().update({ rights });
    expect(await ask()).toBe(status);
  }
});

test('what an agency calls its products is known in both processes', async () => {
  const { a } = app.fixtures;
  const value = { local: { name: 'House ID', url: 'house-id' } };
  expect((await app.call('PUT', '/api/configuration/module-names', a.owner, { body: { names: value } })).status).toBe(200);
  const version = app.kernel.features.version;
  await until(() => app.kernel.features.version >= version && second.kernel.features.version === app.kernel.features.version);
  const before = second.kernel.features.version;
  expect(
    (await app.call('PUT', '/api/configuration/module-names', a.owner, { body: { names: { local: { name: 'Home ID', url: 'home-id' } } } }))
      .status,
  ).toBe(200);
  await until(() => second.kernel.features.version > before && app.kernel.features.version > before);
});
