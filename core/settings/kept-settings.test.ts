import type { Knex } from 'knex';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import type { Person } from '../testing/fixtures.ts';
import { SettingsByVersion } from './kept-settings.ts';
import { StoredSettings } from './stored-settings.ts';

const ID = 'companies.payment-terms';

let app: TestApp;
let looks = 0;
beforeAll(async () => {
  app = await startTestApp({ config: { roles: ['web'] } });
  app.kernel.platform.on('query', ({ sql }: Knex.Sql) => {
    if (sql.startsWith('select "company_id", "key", "value" from "core_setting"')) looks += 1;
  });
});
afterAll(() => app.close());
beforeEach(() => app.kernel.platform('core_setting').where({ key: ID }).delete());

const read = async (as: Person): Promise<unknown> => (await app.call('GET', `/api/settings/${ID}`, as)).body.value;
/** As another process stores it. */
const store = (companyId: number, value: unknown) =>
  app.kernel
    .platform('core_setting')
    .insert({ company_id: companyId, key: ID, value: JSON.stringify(value) })
    .onConflict(['company_id', 'key'])
    .merge();

test('what is stored is read once for all calls of a company', async () => {
  const { a } = app.fixtures;
  await store(a.tenant.id, ['daily']);
  await read(a.owner);
  looks = 0;
  expect(await read(a.owner)).toEqual(['daily']);
  expect(await read(a.admin)).toEqual(['daily']);
  expect(looks).toBe(0);
});

test('what anybody above stores holds with the next call, and so does what is removed', async () => {
  const { a, root } = app.fixtures;
  const client = a.clients[0]!.user;
  const initial = await read(client);
  await store(root.id, ['monthly']);
  expect(await read(client)).toEqual(['monthly']);
  await store(a.tenant.id, ['weekly']);
  expect(await read(client)).toEqual(['weekly']);
  await app.kernel.platform('core_setting').where({ key: ID }).delete();
  expect(await read(client)).toEqual(initial);
});

test("another company's is its own, and its change leaves what is kept here", async () => {
  const { a, b } = app.fixtures;
  await store(a.tenant.id, ['weekly']);
  await store(b.tenant.id, ['monthly']);
  expect([await read(a.owner), await read(b.owner)]).toEqual([['weekly'], ['monthly']]);
  await store(b.tenant.id, ['daily']);
  looks = 0;
  expect(await read(a.owner)).toEqual(['weekly']);
  expect(looks).toBe(0);
  expect(await read(b.owner)).toEqual(['daily']);
});

test('a call that may change something reads each time, and what is kept cannot be changed', async () => {
  const { a } = app.fixtures;
  const { platform } = app.kernel;
  await store(a.tenant.id, ['weekly']);
  const kept = { version: 1, companies: new Set([a.tenant.id]), values: new Map<string, unknown>() };
  const value = async (stored: StoredSettings) => (await stored.of(ID, [a.tenant.id])).get(a.tenant.id);
  const changing = StoredSettings.forChanging(platform);
  expect([await value(StoredSettings.forReading(platform, kept)), await value(changing)]).toEqual([['weekly'], ['weekly']]);
  await store(a.tenant.id, ['daily']);
  const again = await value(StoredSettings.forReading(platform, kept));
  expect([again, await value(changing)]).toEqual([['weekly'], ['daily']]);
  expect(() => (again as string[]).push('monthly')).toThrow(TypeError);
});

test('a call whose session is of an earlier version neither uses what is kept nor puts its own in the place of it', () => {
  const settings = new SettingsByVersion();
  const caller = (configVersion: number) => ({
    tenant: { id: 3, agencyId: 2, rootId: 1, kind: 'client' as const, name: '' },
    session: { configVersion, id: '', aal: 1, aalNeeded: 1, freshAt: new Date(0) },
  });
  const kept = settings.of(caller(5));
  expect(settings.of(caller(4))).toBeNull();
  expect(settings.of(caller(5))).toBe(kept);
  expect(settings.of(caller(6))).not.toBe(kept);
  expect(settings.of({ ...caller(6), session: null })).toBeNull();
});
