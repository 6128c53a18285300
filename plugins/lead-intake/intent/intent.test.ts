import { afterAll, beforeAll, expect, test } from 'vitest';
import { definePlugin, defineRoute, T } from '../../../core/contract.ts';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import { conformance } from '../../../core/testing/conformance.ts';
import { Intent, START } from './contract.ts';
import plugin from './index.ts';

/** Somebody else's mistake: a route that would show people records. */
const leak = definePlugin({
  manifest: { id: 'leak', version: '1.0.0', core: '^1', level: 'platform', requires: { intent: '^1' } },
  routes: [
    defineRoute({
      id: 'leak.records',
      method: 'GET',
      path: '/leak',
      summary: 'Records of intent',
      ability: 'signed-in',
      response: T.Object({ found: T.Integer() }),
      handler: async (ctx) => ({ found: (await ctx.use(Intent).read({ places: null }, START)).records.length }),
    }),
  ],
});

conformance(plugin);

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ plugins: [plugin, leak], config: { roles: ['web'] } });
});
afterAll(() => app.close());

test('people read no records, whoever they are and whatever a route does', async () => {
  const { operator, a } = app.fixtures;
  for (const person of [operator, a.owner, a.clients[0]!.user]) expect((await app.call('GET', '/api/leak', person)).status).toBe(403);
  expect((await app.inside(a.tenant, 'leak', (ctx) => ctx.use(Intent).read({ places: null }, START))).records).toEqual([]);
});

test('the tables are open to no company, and not to the platform either but by its functions', async () => {
  for (const table of Object.keys(plugin.tables!))
    for (const tenant of [app.fixtures.a.clients[0]!.tenant, app.fixtures.a.tenant, app.fixtures.root])
      await expect(
        app.inside(tenant, 'intent', (ctx) => ctx.db(table).first()),
        `${table} as ${tenant.kind}`,
      ).rejects.toMatchObject({ code: '42501' });
});

test('a portion is neither empty nor without an end', async () => {
  for (const most of [0, 5_001, Number.NaN])
    await expect(app.inside(app.fixtures.a.tenant, 'intent', (ctx) => ctx.use(Intent).read({ places: null }, START, most))).rejects.toThrow(
      RangeError,
    );
});
