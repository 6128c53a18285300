import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareDatabase } from '../../core/boot/database.ts';
import { serve, type Serving } from '../../core/boot/serve.ts';
import { type RunningKernel, startKernel } from '../../core/boot/start.ts';
import { loadPlugins } from '../../core/boot/load.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../core/data/embedded-postgres.ts';
import { scratchDir } from '../../core/testing/scratch-dir.ts';
import { testConfig } from '../../core/testing/template.ts';
import { makeFixtures, type Fixtures } from '../../core/testing/fixtures.ts';
import { until } from '../support/until.ts';

const dir = join(scratchDir(), `restart-${process.pid}`);
let server: EmbeddedPostgres;
let kernel: RunningKernel;
let serving: Serving;
let fixtures: Fixtures;
let token: string;

beforeAll(async () => {
  server = await startEmbeddedPostgres({ dir, fast: true, fresh: true });
  const config = testConfig(server.url);
  const loaded = await loadPlugins(['accounts']);
  await prepareDatabase(
    config,
    server.url,
    loaded.map((l) => l.plugin!),
  );
  kernel = await startKernel(config, loaded);
  fixtures = await makeFixtures(kernel);
  serving = await serve(kernel, { host: 'localhost', schedule: true });
  token = await kernel.sessions.open({ accountId: fixtures.a.owner.id, ip: '', agent: '', aal: 1, aalNeeded: 1 });
}, 900_000);
afterAll(async () => {
  await serving.stop();
  await kernel.close();
  await server.stop();
  rmSync(server.dir, { recursive: true, force: true });
});

const ask = (path: string) => fetch(`http://localhost:${serving.port}${path}`, { headers: { authorization: `Bearer ${token}` } });
const me = async (): Promise<number> => (await ask('/api/user')).status;

test('while the database is away calls are put off, and when it is back the service is too, by itself', async () => {
  for (let round = 0; round < 2; round += 1) {
    expect(await me()).toBe(200);
    const underWay = Array.from({ length: 30 }, () => ask('/api/user')); // some of these are cut in the middle
    await server.stop();
    for (const answer of await Promise.all(underWay)) expect([200, 503]).toContain(answer.status);
    const began = performance.now();
    const away = await Promise.all(['/api/user', '/api/ui/bootstrap', '/api/user', '/readyz', '/api/openapi.json'].map(ask));
    expect(away.map((a) => a.status)).toEqual([503, 503, 503, 503, 503]);
    expect(away.every((a) => Number(a.headers.get('retry-after')) > 0)).toBe(true);
    expect(performance.now() - began).toBeLessThan(5_000);
    expect((await ask('/livez')).status).toBe(200);

    server = await startEmbeddedPostgres({ dir, port: server.port, fast: true });
    await until(async () => (await me()) === 200, 5_000);
  }
});

test('it hears of switches again', async () => {
  const before = kernel.features.version;
  await until(async () => {
    await kernel.platform('core_switch').insert({ company_id: fixtures.a.tenant.id, key: `probe ${Math.random()}`, is_on: true });
    await new Promise((r) => setTimeout(r, 200));
    return kernel.features.version > before;
  }, 5_000);
});
