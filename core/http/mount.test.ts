import { afterAll, beforeAll, expect, test } from 'vitest';
import { definePlugin, defineRoute, T } from '../contract.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';

const saying = (id: string, path: string, method: 'GET' | 'DELETE' = 'GET') =>
  defineRoute({
    id: `paths.${id}`,
    method,
    path,
    summary: `Says that it is ${id}`,
    ability: 'signed-in',
    params: T.Object({ kind: T.Optional(T.String()), id: T.Optional(T.String()) }),
    response: T.Object({ route: T.String(), kind: T.Optional(T.String()), id: T.Optional(T.String()) }),
    handler: async (_ctx, { params }) => ({ route: id, ...params }),
  });
const paths = definePlugin({
  manifest: { id: 'paths', version: '1.0.0', core: '^1', level: 'platform' },
  routes: [
    saying('word', '/paths/peek'),
    saying('any', '/:kind/peek'),
    saying('below', '/paths/:id/below'),
    saying('tail', '/paths-tail{/:id}'),
    saying('gone', '/paths/:id', 'DELETE'),
  ],
});

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ plugins: [paths] });
});
afterAll(() => app?.close());

test.each([
  ['GET', '/api/paths/peek', { route: 'word' }],
  ['GET', '/api/Paths/Peek', { route: 'word' }],
  ['GET', '/api/paths/peek/', { route: 'word' }],
  ['GET', '/api/elsewhere/peek', { route: 'any', kind: 'elsewhere' }],
  ['GET', '/api/paths-tail/peek', { route: 'tail', id: 'peek' }],
  ['GET', '/api/wallet/peek', { route: 'any', kind: 'wallet' }],
  ['GET', '/api/paths/7/below', { route: 'below', id: '7' }],
  ['GET', '/api/paths-tail', { route: 'tail' }],
  ['GET', '/api/paths-tail/7', { route: 'tail', id: '7' }],
  ['DELETE', '/api/paths/peek', { route: 'gone', id: 'peek' }],
] as const)('%s %s leads to its route', async (method, path, body) => {
  const answer = await app.call(method, path, app.fixtures.operator);
  expect([answer.status, answer.body]).toEqual([200, body]);
});

test.each([
  ['GET', '/api/paths'],
  ['GET', '/api/nobody-knows/at-all'],
  ['GET', '/api/'],
  ['GET', '/api//paths/peek'],
  ['DELETE', '/api/paths/7/below'],
  ['GET', '/api/constructor'],
] as const)('%s %s leads nowhere', async (method, path) => {
  expect((await app.call(method, path, app.fixtures.operator)).status).toBe(404);
});
