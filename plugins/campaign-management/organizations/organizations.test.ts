import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import { conformance } from '../../../core/testing/conformance.ts';
import type { Person } from '../../../core/testing/fixtures.ts';
import plugin from './index.ts';

conformance(plugin);

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ plugins: [plugin] });
});
afterAll(() => app.close());

const PATH = '/api/marketing/organizations';
const add = (as: Person, OrganizationName: string, more: object = {}) =>
  app.call('POST', PATH, as, { body: { OrganizationName, ...more } });
const move = (as: Person, id: number, ParentID: unknown) => app.call('PUT', `${PATH}/${id}`, as, { body: { ParentID } });

describe('organizations', () => {
  test('stand in a tree without circles', async () => {
    const { a } = app.fixtures;
    const north = (await add(a.owner, 'North', { ParentID: '', CustomID: 'N-1' })).body.id as number;
    const chicago = (await add(a.owner, 'Chicago', { ParentID: north })).body.id as number;
    const loop = (await add(a.owner, 'Loop', { ParentID: chicago })).body.id as number;
    const list = await app.call('GET', PATH, a.owner);
    expect(list.body.data).toMatchObject([
      { OrganizationName: 'North', path: 'North', ParentID: null, CustomID: 'N-1' },
      { path: 'North / Chicago', ParentID: north },
      { path: 'North / Chicago / Loop', ParentID: chicago },
    ]);
    expect((await app.call('GET', `${PATH}/options`, a.owner)).body.options[0]).toEqual({ value: 'N-1', label: 'North' });
    for (const parent of [north, chicago, loop])
      expect((await move(a.owner, north, parent)).body.errors).toEqual([
        { field: 'ParentID', message: 'An organization cannot be placed under itself.' },
      ]);
    const refused = await app.call('DELETE', `${PATH}/${north}`, a.owner);
    expect([refused.status, refused.body.detail]).toEqual([409, 'North contains other organizations: Chicago. Move or remove them first.']);
    expect((await app.call('POST', `${PATH}/${loop}/top`, a.owner, { body: {} })).status).toBe(200);
    expect((await move(a.owner, north, loop)).status).toBe(200);
    expect((await app.call('DELETE', `${PATH}/${chicago}`, a.owner)).body.message).toBe('You deleted Chicago');
  });

  test('never make a circle, however many are moved at once', async () => {
    const { a } = app.fixtures;
    const ids: number[] = [];
    for (const name of ['One', 'Two', 'Three']) ids.push((await add(a.owner, name)).body.id);
    const answers = await Promise.all(ids.map((id, n) => move(a.owner, id, ids[(n + 1) % 3])));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 200, 422]);
  });

  test('have ids of their own', async () => {
    const { a, b } = app.fixtures;
    expect((await add(a.owner, 'East', { CustomID: 'E-1' })).status).toBe(200);
    expect((await add(a.owner, 'Other east', { CustomID: 'e-1' })).body.errors).toMatchObject([{ field: 'CustomID' }]);
    expect((await add(b.owner, 'East', { CustomID: 'E-1' })).status).toBe(200);
  });

  test.each([{ OrganizationName: ' ' }, { ParentID: 2_000_000_000 }, { ParentID: 'x' }, { CustomID: '<b>' }, { company_id: 1 }])(
    'refuse %j',
    async (body) => expect((await add(app.fixtures.a.owner, 'Wrong', body)).status).toBe(422),
  );

  test('know nothing of others', async () => {
    const { a, b, operator } = app.fixtures;
    const id = (await add(a.owner, 'Mine')).body.id as number;
    for (const who of [b.owner, operator]) {
      expect((await app.call('GET', `${PATH}/${id}`, who)).status).toBe(404);
      expect((await move(who, id, null)).status).toBe(404);
      expect((await app.call('DELETE', `${PATH}/${id}`, who)).status).toBe(404);
    }
    expect((await add(b.owner, 'Below', { ParentID: id })).status).toBe(422);
    for (const who of [a.clients[0]!.user, app.fixtures.sales]) expect((await app.call('GET', PATH, who)).status).toBe(403);
  });
});
