import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import type { Person } from '../../../core/testing/fixtures.ts';

const CODE = '<script>document.title = "hello"</script>';
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

async function get(
  host: string,
  path: string,
  person: Person | null,
): Promise<{ status: number; body: string; headers: IncomingMessage['headers'] }> {
  const headers = { host, ...(person ? { authorization: `Bearer ${await app.tokenOf(person)}` } : {}) };
  const call = request({ host: 'localhost', port: app.serving.port, path, headers }).end();
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  return { status: response.statusCode!, body: await text(response), headers: response.headers };
}
const frame = async (host: string, person: Person, path = '/siteid/dashboard') =>
  JSON.parse((await get(host, `/api/embedded-code?path=${encodeURIComponent(path)}`, person)).body) as {
    place: string | null;
    src: string | null;
  };
const save = (person: Person, body: object) => app.call('PUT', '/api/configuration/embedded-code', person, { body });

test('only the owner sets it, after giving the password again; the audit names its hash', async () => {
  const { a, operator } = app.fixtures;
  const code = { placeEmbedded: 'footer', embeddedcode: CODE };
  for (const person of [a.admin, a.clients[0]!.user, operator, app.fixtures.sales]) expect((await save(person, code)).status).toBe(403);
  await app.tokenOf(a.owner);
  await app.kernel.platform('core_session').update({ fresh_at: new Date(Date.now() - 11 * 60_000) });
  expect((await save(a.owner, code)).body.code).toBe('core.problem.step-up');
  await app.kernel.platform('core_session').update({ fresh_at: new Date() });
  const { status, body } = await save(a.owner, code);
  expect(status).toBe(200);
  const audit = await app.kernel.platform('core_audit').where({ action: 'white-label.embedded-changed' }).first();
  expect(audit.description).toContain(body.hash);
  expect((await save(a.owner, { ...code, embeddedcode: 'x'.repeat(20_001) })).status).toBe(422);
  expect((await save(a.owner, { ...code, placeEmbedded: 'top' })).status).toBe(422);
});

test('is for clients of the agency on its own host, and for nobody else', async () => {
  const { a, b, operator } = app.fixtures;
  expect(await frame('a.localhost', a.clients[0]!.user)).toMatchObject({ place: 'footer', src: expect.stringContaining('/embedded/') });
  for (const [host, person] of [
    ['localhost', a.clients[0]!.user],
    ['a.localhost', a.owner],
    ['a.localhost', a.admin],
    ['a.localhost', operator],
    ['b.localhost', b.clients[0]!.user],
  ] as const)
    expect(await frame(host, person)).toEqual({ place: null, src: null });
});

test('never stands beside sign-in, card, second factor, agreements, or in view mode', async () => {
  const { a, operator } = app.fixtures;
  const client = a.clients[0]!.user;
  for (const path of [
    '/login',
    '/user/card-setting',
    '/user/two-factor',
    '/user/profile',
    '/privacy-policy',
    '/term-of-use',
    '/service-billing-agreement',
    '/configuration/data-wallet',
    '/marketing-services-agreement-developer',
  ])
    expect(await frame('a.localhost', client, path), path).toEqual({ place: null, src: null });
  const token = await app.kernel.sessions.open({ accountId: client.id, ip: '', agent: '', aal: 1, aalNeeded: 1, viewedBy: operator.id });
  expect(await frame('a.localhost', { ...client, token })).toEqual({ place: null, src: null });
});

test('the frame is good once, under the agency’s host, and has no origin, no cookie and no way to the product', async () => {
  const client = app.fixtures.a.clients[0]!.user;
  const { src } = await frame('a.localhost', client);
  const elsewhere = await frame('a.localhost', client);
  expect((await get('localhost', elsewhere.src!, null)).status).toBe(404);
  const loads = await Promise.all(Array.from({ length: 20 }, () => get('a.localhost', src!, null)));
  const [good, ...others] = loads.filter((x) => x.status === 200);
  expect(others).toEqual([]);
  expect(good!.body).toContain(CODE);
  expect(good!.headers['content-security-policy']).toContain('sandbox allow-scripts;');
  expect(good!.headers['content-security-policy']).not.toContain('allow-same-origin');
  expect(good!.headers['set-cookie']).toBeUndefined();
  for (const bad of ['/embedded/', '/embedded/x', `/embedded/${'a'.repeat(32)}`, '/embedded/../api/user'])
    expect((await get('a.localhost', bad, null)).status).not.toBe(200);
  const old = await frame('a.localhost', client);
  await app.kernel.platform('white_label_pass').update({ expires_at: new Date(Date.now() - 1000) });
  expect((await get('a.localhost', old.src!, null)).status).toBe(404);
});

test('the specification’s read gives the code to its owner, and to clients nothing to inject', async () => {
  const { a, b } = app.fixtures;
  const read = (person: Person) => app.call('GET', `/api/configuration/setting/${a.tenant.id}/rootAgencyEmbeddedCode`, person);
  expect((await read(a.owner)).body).toMatchObject({ placeEmbedded: 'footer', embeddedcode: CODE });
  expect((await read(a.clients[0]!.user)).body).toMatchObject({ embeddedcode: '' });
  expect((await read(b.owner)).status).toBe(404);
  expect((await app.call('GET', `/api/configuration/setting/${a.tenant.id}/unknown`, a.owner)).status).toBe(404);
  const put = { companyID: a.tenant.id, comsetname: 'rootAgencyEmbeddedCode', comsetval: { embeddedcode: 'x' } };
  expect((await app.call('PUT', '/api/configuration/setting', a.owner, { body: put })).status).toBe(403);
});

test('an empty code removes it', async () => {
  const { a } = app.fixtures;
  expect((await save(a.owner, { placeEmbedded: 'footer', embeddedcode: '  ' })).body.hash).toBe('');
  expect(await frame('a.localhost', a.clients[0]!.user)).toEqual({ place: null, src: null });
});
