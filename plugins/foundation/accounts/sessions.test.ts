import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import type { Person } from '../../../core/testing/fixtures.ts';
import { deviceOf } from './device.ts';

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const open = (p: Person, agent = CHROME) => app.kernel.sessions.open({ accountId: p.id, ip: '198.51.100.7', agent, aal: 1, aalNeeded: 1 });
const list = async (token: string) => (await app.call('GET', '/api/user/sessions', token)).body.data;
const alive = async (token: string): Promise<boolean> => (await app.call('GET', '/api/user', token)).status === 200;

test('lists where somebody is signed in, and which one asks', async () => {
  const { owner } = app.fixtures.a;
  const [mine, other] = [await open(owner), await open(owner, 'curl/8')];
  const rows = await list(mine);
  expect(rows).toHaveLength(2);
  expect(rows.find((r: { current: boolean }) => r.current)).toMatchObject({
    device: 'Chrome, Windows',
    ip: '198.51.100.7',
    place: 'Unknown',
    state: 'this',
  });
  expect(rows.find((r: { current: boolean }) => !r.current)).toMatchObject({ device: 'Unknown device', state: 'other' });
  expect(JSON.stringify(rows)).not.toContain(other);
});

test('ends one, or all others, at once', async () => {
  const { admin } = app.fixtures.a;
  const [mine, second, third] = [await open(admin), await open(admin), await open(admin)];
  const victim = (await list(second)).find((r: { current: boolean }) => r.current).id;
  expect((await app.call('DELETE', `/api/user/sessions/${victim}`, mine)).status).toBe(200);
  expect([await alive(second), await alive(third)]).toEqual([false, true]);
  expect((await app.call('DELETE', `/api/user/sessions/${victim}`, mine)).status).toBe(404);
  await app.call('POST', '/api/user/sessions/end-others', mine);
  expect([await alive(mine), await alive(third)]).toEqual([true, false]);
});

test("somebody else's session answers like a missing one and lives on", async () => {
  const [mine, theirs] = [await open(app.fixtures.a.owner), await open(app.fixtures.b.owner)];
  const id = (await list(theirs))[0].id;
  const [foreign, missing] = [
    await app.call('DELETE', `/api/user/sessions/${id}`, mine),
    await app.call('DELETE', `/api/user/sessions/${crypto.randomUUID()}`, mine),
  ];
  expect([foreign.status, missing.status]).toEqual([404, 404]);
  expect({ ...foreign.body, requestId: '' }).toEqual({ ...missing.body, requestId: '' });
  expect(await alive(theirs)).toBe(true);
});

test.for([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1', 'Safari, iOS'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox, Linux'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge, macOS'],
  ['', ''],
  ['<script>alert(1)</script>', ''],
] as const)('%s is %s', ([agent, device]) => expect(deviceOf(agent)).toBe(device));
