import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import type { Person } from '../testing/world.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const save = (as: Person, name: string, query: string) => app.call('PUT', '/api/ui/views', as, { body: { page: '/leads', name, query } });
const views = async (as: Person): Promise<{ id: number; name: string; query: string }[]> =>
  (await app.call('GET', '/api/ui/views?page=/leads', as)).body.data;

test('a view is kept under its name for the person who saved it, and for nobody else', async () => {
  const { owner, admin } = app.world.a;
  expect((await save(owner, 'This week', 'f-period=7')).status).toBe(200);
  expect((await save(owner, ' This week ', 'f-period=7&sort=name')).status).toBe(200);
  expect(await views(owner)).toEqual([{ id: expect.any(Number), name: 'This week', query: 'f-period=7&sort=name' }]);
  expect(await views(admin)).toEqual([]);
  const [mine] = await views(owner);
  expect((await app.call('DELETE', `/api/ui/views/${mine!.id}`, admin)).status).toBe(404);
  expect((await app.call('DELETE', `/api/ui/views/${mine!.id}`, owner)).status).toBe(200);
  expect(await views(owner)).toEqual([]);
});

test.each([
  [{ page: 'leads', name: 'x', query: '' }, 'page'],
  [{ page: '/leads', name: '  ', query: '' }, 'name'],
  [{ page: '/leads', name: 'x', query: 'q'.repeat(1001) }, 'query'],
])('%j is refused', async (body, field) => {
  const answer = await app.call('PUT', '/api/ui/views', app.world.a.owner, { body });
  expect(answer.status).toBe(422);
  expect(answer.body.errors[0].field).toBe(field);
});

test('thirty are enough', async () => {
  const { admin } = app.world.a;
  for (let i = 0; i < 30; i += 1) expect((await save(admin, `view ${i}`, '')).status).toBe(200);
  expect((await save(admin, 'one more', '')).status).toBe(409);
  expect((await save(admin, 'view 3', 'q=x')).status).toBe(200);
});
