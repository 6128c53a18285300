import { get } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashOf } from '../../core/access/session.ts';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';
import type { Person } from '../../core/testing/fixtures.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ config: { roles: ['web'] } });
});
afterAll(() => app.close());

const open = (who: Person, more: object = {}) =>
  app.kernel.sessions.open({ accountId: who.id, ip: '', agent: '', aal: 1, aalNeeded: 1, ...more });
const me = (token: string) => app.call('GET', '/api/user', token);
/** The status at another host; `fetch` would not let its `Host` be chosen. */
const statusAt = (host: string, token: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const request = get(`${app.url}/api/user`, { headers: { host, authorization: `Bearer ${token}` } }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.on('error', reject);
  });
const row = (token: string) => app.kernel.platform('core_session').where({ token_hash: hashOf(token) });
const ago = (time: string) => app.kernel.platform.raw(`now() - interval '${time}'`);

describe('rotation', () => {
  test('a token a quarter of an hour old is changed; the old one serves what is under way, then dies', async () => {
    const old = await open(app.fixtures.a.owner);
    await row(old).update({ rotated_at: ago('16 minutes') });
    const answers = await Promise.all(Array.from({ length: 5 }, () => me(old)));
    expect(answers.map((a) => a.status)).toEqual([200, 200, 200, 200, 200]);
    const fresh = answers.map((a) => a.headers.get('x-session-token')).filter((t) => t !== null);
    expect(fresh).toHaveLength(1);
    expect((await me(fresh[0]!)).status).toBe(200);
    await row(fresh[0]!).update({ previous_until: ago('1 second') });
    expect([(await me(old)).status, (await me(fresh[0]!)).status]).toEqual([401, 200]);
  });

  test('a look at a host where the session is not welcome does not use the new token up', async () => {
    const token = await open(app.fixtures.a.owner);
    await row(token).update({ rotated_at: ago('16 minutes') });
    expect(await statusAt('b.localhost', token)).toBe(401);
    expect((await me(token)).headers.get('x-session-token')).not.toBeNull();
  });

  test('nor does a live stream, which could not hand it on', async () => {
    const token = await open(app.fixtures.a.owner);
    await row(token).update({ rotated_at: ago('16 minutes') });
    const stream = new AbortController();
    const response = await fetch(`${app.url}/api/live`, { headers: { authorization: `Bearer ${token}` }, signal: stream.signal });
    expect(response.status).toBe(200);
    stream.abort();
    expect((await me(token)).headers.get('x-session-token')).not.toBeNull();
  });
});

describe('the end of a session', () => {
  test('is said also by the descriptions of pages and forms, and whether there are such is not', async () => {
    const token = await open(app.fixtures.a.owner);
    const [page, form] = ['/api/ui/pages/exclusions.list-page', '/api/ui/forms/accounts.password-form'];
    expect([(await app.call('GET', page, token)).status, (await app.call('GET', form, token)).status]).toEqual([200, 200]);
    await row(token).delete();
    for (const path of [page, form, '/api/ui/pages/there-is.none', '/api/ui/forms/there-is.none']) {
      expect((await app.call('GET', path, token)).body).toMatchObject({ status: 401, code: 'core.problem.unauthenticated' });
    }
    expect((await app.call('GET', '/api/ui/pages/accounts.login-page', token)).status).toBe(200);
    expect((await app.call('GET', '/api/ui/pages/there-is.none', app.fixtures.a.owner)).status).toBe(404);
  });
  test.for([
    ['logging out', (_p: Person, token: string) => app.call('POST', '/api/logout', token)],
    ['ending all sessions of the account', (p: Person) => app.kernel.sessions.endAll(p.id)],
    ['suspending the account', (p: Person) => app.kernel.platform('core_account').where({ id: p.id }).update({ status: 'suspended' })],
    [
      'removing the account',
      (p: Person) => app.kernel.platform('core_account').where({ id: p.id }).update({ status: 'active', removed_at: new Date() }),
    ],
    [
      'removing the company',
      (p: Person) => app.kernel.platform('core_tenant').where({ id: p.tenant.id }).update({ removed_at: new Date() }),
    ],
    [
      'removing the agency above',
      (p: Person) => app.kernel.platform('core_tenant').where({ id: p.tenant.agencyId }).update({ removed_at: new Date() }),
    ],
    ['half a day without a request', (_p: Person, token: string) => row(token).update({ seen_at: ago('9 hours') })],
    ['its last day', (_p: Person, token: string) => row(token).update({ expires_at: ago('1 second') })],
  ] as const)('%s acts at the next request', async ([, end]) => {
    const person = app.fixtures.b.clients[0]!.user;
    await app.kernel.platform('core_account').where({ id: person.id }).update({ status: 'active', removed_at: null });
    await app.kernel.platform('core_tenant').update({ removed_at: null });
    const token = await open(person);
    expect((await me(token)).status).toBe(200);
    await end(person, token);
    const answer = await me(token);
    expect([answer.status, answer.headers.get('x-session')]).toEqual([401, 'ended']);
  });

  test('ending the session of the one who looks ends the look', async () => {
    const { operator, a } = app.fixtures;
    const parent = await open(operator);
    const [{ id }] = (await row(parent).select('id')) as [{ id: string }];
    const child = await open(a.owner, { viewedBy: operator.id, parentId: id });
    expect((await me(child)).body).toMatchObject({ email: a.owner.email, isViewMode: true });
    await app.kernel.sessions.end(id);
    expect((await me(child)).status).toBe(401);
  });

  test('suspending the one who looks ends the look', async () => {
    const { sales, a } = app.fixtures;
    const child = await open(a.owner, { viewedBy: sales.id });
    await app.kernel.platform('core_account').where({ id: sales.id }).update({ status: 'suspended' });
    expect((await me(child)).status).toBe(401);
  });
});

describe('hosts', () => {
  test("an agency's host knows its own people and the operators of the platform", async () => {
    const { a, b, operator } = app.fixtures;
    const at = async (who: Person) => statusAt('b.localhost', await open(who));
    expect([await at(b.owner), await at(operator), await at(a.owner)]).toEqual([200, 200, 401]);
  });
});

test('tokens are long, never alike, and not stored', async () => {
  const tokens = await Promise.all(Array.from({ length: 50 }, () => open(app.fixtures.a.admin)));
  expect(new Set(tokens).size).toBe(50);
  expect(tokens.every((t) => /^[\w-]{43}$/.test(t))).toBe(true);
  const stored = JSON.stringify(await app.kernel.platform('core_session'));
  expect(tokens.some((t) => stored.includes(t))).toBe(false);
});
