import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../../core/testing/app.ts';
import type { Person } from '../../../../core/testing/fixtures.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const BASE = '/api/operations/announcements';
const HOUR = 3_600_000;
const clock = (ahead: number) => {
  const at = new Date(Math.floor((Date.now() + ahead) / 60_000) * 60_000).toISOString();
  return { day: at.slice(0, 10), time: at.slice(11, 16) };
};
const input = (more: object = {}, from = -HOUR, until = 2 * HOUR) => ({
  titleEn: 'New reports',
  titleAr: 'تقارير جديدة',
  textEn: 'See Reports.',
  textAr: '',
  kind: 'news',
  severity: 'info',
  audience: 'everybody',
  dismissible: true,
  fromDay: clock(from).day,
  fromTime: clock(from).time,
  untilDay: clock(until).day,
  untilTime: clock(until).time,
  ...more,
});
/** Whoever announces reads a clock of UTC. */
const ask = (method: string, path: string, body?: object) =>
  app.call(method, path, app.fixtures.operator, { headers: { 'x-timezone': 'UTC' }, ...(body && { body }) });
const announce = async (more: object = {}, from?: number, until?: number): Promise<string> => {
  const added = await ask('POST', BASE, input(more, from, until));
  expect(added.status, added.text).toBe(201);
  return added.body.id;
};
const banners = async (who: Person, locale = 'en') =>
  (await app.call('GET', '/api/ui/bootstrap', who, { headers: { 'accept-language': locale } })).body.banners.filter(
    ({ id }: { id: string }) => id.startsWith('operations.announcement'),
  );
const texts = async (who: Person, locale?: string) => (await banners(who, locale)).map(({ text }: { text: string }) => text);
const remove = (id: string) => ask('DELETE', `${BASE}/${id}`);
const version = async (who: Person) => (await app.call('GET', '/api/ui/bootstrap', who)).body.configVersion;

test('everybody has it in their own language at the top of every screen until it is removed; open browsers are told', async () => {
  const { a, operator } = app.fixtures;
  const [owner, client] = [a.owner, a.clients[0]!.user];
  const before = await version(client);
  const id = await announce();
  await vi.waitFor(async () => expect(await version(client)).not.toBe(before), 10_000);
  for (const who of [operator, owner, client]) expect(await texts(who)).toEqual(['New reports · See Reports.']);
  expect(await texts(client, 'ar')).toEqual(['تقارير جديدة · See Reports.']);
  await remove(id);
  expect(await texts(client)).toEqual([]);
});

test('each sees what is for them', async () => {
  const { a, b, operator } = app.fixtures;
  const ids = [
    await announce({ audience: 'agencies', titleEn: 'Agencies', textEn: '' }),
    await announce({ audience: 'clients', titleEn: 'Clients', textEn: '' }),
    await announce({ audience: 'agency', agency: a.tenant.id, titleEn: 'Tree of A', textEn: '' }),
    await announce({ types: ['administrator'], titleEn: 'Admins', textEn: '' }),
  ];
  expect(await texts(operator)).toEqual([]);
  expect(await texts(a.owner)).toEqual(['Agencies', 'Tree of A']);
  expect(await texts(a.admin)).toEqual(['Agencies', 'Tree of A', 'Admins']);
  expect(await texts(a.clients[0]!.user)).toEqual(['Clients', 'Tree of A']);
  expect(await texts(b.clients[0]!.user)).toEqual(['Clients']);
  for (const id of ids) await remove(id);
});

test('whoever closes one does not see it again, until it is changed; one that stays cannot be closed', async () => {
  const { a } = app.fixtures;
  const id = await announce();
  const [{ dismiss }] = await banners(a.owner);
  expect((await app.call('POST', dismiss, a.owner)).status).toBe(200);
  expect((await app.call('POST', dismiss, a.owner)).status).toBe(200);
  expect([await texts(a.owner), (await texts(a.admin)).length]).toEqual([[], 1]);
  const form = (await ask('GET', `${BASE}/${id}`)).body;
  expect(form).toEqual(input({ types: [] }));
  const changed = await ask('PUT', `${BASE}/${id}`, { ...form, titleEn: 'Newer reports', dismissible: false });
  expect(changed.status, changed.text).toBe(200);
  expect(await banners(a.owner)).toMatchObject([{ text: 'Newer reports · See Reports.', dismiss: null }]);
  expect((await app.call('POST', dismiss, a.owner)).status).toBe(404);
  await remove(id);
  expect(await app.kernel.platform('operations_dismissal')).toEqual([]);
});

test('it begins and ends by itself, and browsers are told at both moments', async () => {
  const { a } = app.fixtures;
  const client = a.clients[0]!.user;
  const id = await announce({ kind: 'maintenance', severity: 'warn' }, HOUR, 2 * HOUR);
  expect(await texts(client)).toEqual([]);
  const moves = async (hours: number, shown: number) => {
    const before = await version(client);
    app.clockOffset = hours * HOUR;
    await app.kernel.platform('core_job_run').where({ job: 'operations.announce', state: 'pending' }).update({ run_at: new Date() });
    await app.settle();
    await vi.waitFor(async () => expect(await version(client)).not.toBe(before), 10_000);
    expect(await texts(client)).toHaveLength(shown);
  };
  const runs = await app.kernel.platform('core_job_run').where({ job: 'operations.announce' }).orderBy('run_at').select('run_key');
  expect(runs.filter(({ run_key }) => run_key.startsWith(id))).toHaveLength(2);
  await moves(1.5, 1);
  expect((await texts(client))[0]).toMatch(/^Maintenance, .+–.+: New reports · See Reports\.$/u);
  app.clockOffset = 3 * HOUR;
  expect(await texts(client)).toEqual([]);
  app.clockOffset = 0;
  await remove(id);
});

test('without a beginning it is shown at once', async () => {
  const id = await announce({ fromDay: undefined, fromTime: undefined });
  expect(await texts(app.fixtures.a.owner)).toEqual([expect.stringContaining('New reports')]);
  await remove(id);
});

test('what cannot be announced is refused on its field', async () => {
  const { a } = app.fixtures;
  const refused = async (body: object) => (await ask('POST', BASE, body)).body;
  expect((await refused(input({}, HOUR, -HOUR))).errors[0].field).toBe('untilDay');
  expect((await refused(input({}, -3 * HOUR, -2 * HOUR))).errors[0].field).toBe('untilDay');
  expect((await refused(input({ audience: 'agency' }))).errors[0].field).toBe('agency');
  expect((await refused(input({ audience: 'agency', agency: a.clients[0]!.tenant.id }))).status).toBe(404);
  expect((await refused(input({ fromDay: '2026-02-31' }))).status).toBe(422);
  expect((await refused(input({ fromTime: '25:00' }))).status).toBe(422);
  expect((await refused(input({ fromDay: undefined }))).errors[0].field).toBe('fromDay');
  const ids = [];
  for (let n = 0; n < 20; n++) ids.push(await announce());
  expect((await refused(input())).status).toBe(409);
  for (const id of ids) await remove(id);
});

test('two that are added at the same time are both there', async () => {
  const ids = await Promise.all([1, 2, 3].map((n) => announce({ titleEn: `Number ${n}` })));
  expect((await app.call('GET', BASE, app.fixtures.operator)).body.total).toBe(3);
  for (const id of ids) await remove(id);
});

test('only operators announce', async () => {
  const { a, sales } = app.fixtures;
  for (const who of [a.owner, a.admin, a.clients[0]!.user, sales]) {
    expect((await app.call('GET', BASE, who)).status).toBe(403);
    expect((await app.call('POST', BASE, who, { body: input() })).status).toBe(403);
  }
  for (const path of ['/api/settings/operations.announcements']) expect((await app.call('GET', path, a.owner)).status).toBe(404);
});
