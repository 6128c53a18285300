import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import type { Person } from '../testing/fixtures.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const save = (as: Person, name: string, query: string) => app.call('PUT', '/api/ui/views', as, { body: { page: '/leads', name, query } });
const views = async (as: Person): Promise<{ id: number; name: string; query: string }[]> =>
  (await app.call('GET', '/api/ui/views?page=/leads', as)).body.data;

test('a view is kept under its name for the person who saved it, and for nobody else', async () => {
  const { owner, admin } = app.fixtures.a;
  expect((await save(owner, 'This week', 'f-period=7')).status).toBe(200);
  expect((await save(owner, ' This week ', 'f-period=7&sort=name')).status).toBe(200);
  expect(await views(owner)).toEqual([{ id: expect.any(Number), name: 'This week', query: 'f-period=7&sort=name', for: null, own: true }]);
  expect(await views(admin)).toEqual([]);
  const [mine] = await views(owner);
  expect((await app.call('DELETE', `/api/ui/views/${mine!.id}`, admin)).status).toBe(404);
  expect((await app.call('DELETE', `/api/ui/views/${mine!.id}`, owner)).status).toBe(200);
  expect(await views(owner)).toEqual([]);
});

test('a view may be saved for everybody of a type, in the company and below it', async () => {
  const { a, b, operator } = app.fixtures;
  const share = (as: Person, audience: string) =>
    app.call('PUT', '/api/ui/views', as, { body: { page: '/shared', name: 'Ours', query: 'q=1', for: audience } });
  const seen = async (as: Person) => (await app.call('GET', '/api/ui/views?page=/shared', as)).body.data.length;
  expect((await share(a.owner, 'client')).status).toBe(200);
  expect(await Promise.all([a.owner, a.clients[0]!.user, a.clients[1]!.user, a.admin, b.clients[0]!.user].map(seen))).toEqual([
    1, 1, 1, 0, 0,
  ]);
  const [view] = (await app.call('GET', '/api/ui/views?page=/shared', a.clients[0]!.user)).body.data;
  expect(view).toMatchObject({ name: 'Ours', for: 'client', own: false });
  expect((await app.call('DELETE', `/api/ui/views/${view.id}`, a.clients[0]!.user)).status).toBe(404);
  // Nobody saves for those above them, and a client for nobody but themselves.
  expect((await share(a.owner, 'user')).status).toBe(403);
  expect((await share(a.clients[0]!.user, 'client')).status).toBe(403);
  expect((await share(operator, 'administrator')).status).toBe(200);
  expect(await Promise.all([a.admin, b.admin].map(seen))).toEqual([1, 1]);
});

test.each([
  [{ page: 'leads', name: 'x', query: '' }, 'page'],
  [{ page: '/leads', name: '  ', query: '' }, 'name'],
  [{ page: '/leads', name: 'x', query: 'q'.repeat(1001) }, 'query'],
])('%j is refused', async (body, field) => {
  const answer = await app.call('PUT', '/api/ui/views', app.fixtures.a.owner, { body });
  expect(answer.status).toBe(422);
  expect(answer.body.errors[0].field).toBe(field);
});

test('thirty are enough', async () => {
  const { admin } = app.fixtures.a;
  for (let i = 0; i < 30; i += 1) expect((await save(admin, `view ${i}`, '')).status).toBe(200);
  expect((await save(admin, 'one more', '')).status).toBe(409);
  expect((await save(admin, 'view 3', 'q=x')).status).toBe(200);
});
